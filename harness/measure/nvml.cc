#include "harness/measure/nvml.h"

#include <dlfcn.h>

#include <algorithm>

#if __has_include(<nvml.h>)
#include <nvml.h>
#define WARPMARK_HAS_NVML 1
#else
#define WARPMARK_HAS_NVML 0
#endif

namespace warpmark {

std::vector<std::string> slowdown_names(std::uint64_t slowdown) {
  struct Name {
    std::uint64_t bit;
    const char* text;
  };
  constexpr Name names[] = {{0x04, "software power cap"},
                            {0x08, "hardware slowdown"},
                            {0x20, "software thermal slowdown"},
                            {0x40, "hardware thermal slowdown"},
                            {0x80, "hardware power brake"}};
  std::vector<std::string> result;
  for (const Name& name : names) {
    if ((slowdown & name.bit) != 0) result.emplace_back(name.text);
  }
  return result;
}

#if WARPMARK_HAS_NVML

namespace {

// The clocks event reasons that mean "slower than the card would otherwise run". Idle, application clocks and display
// clocks are settings, not disturbances; they show in the clocks themselves.
constexpr std::uint64_t slowdown_bits =
    nvmlClocksEventReasonSwPowerCap | nvmlClocksThrottleReasonHwSlowdown | nvmlClocksEventReasonSwThermalSlowdown |
    nvmlClocksThrottleReasonHwThermalSlowdown | nvmlClocksThrottleReasonHwPowerBrakeSlowdown;

std::string name_of(nvmlComputeMode_t mode) {
  if (mode == NVML_COMPUTEMODE_DEFAULT) return "default";
  return mode == NVML_COMPUTEMODE_EXCLUSIVE_PROCESS ? "exclusive process" : "prohibited";
}

std::string name_of(nvmlGpuVirtualizationMode_t mode) {
  switch (mode) {
    case NVML_GPU_VIRTUALIZATION_MODE_NONE:
      return "none";
    case NVML_GPU_VIRTUALIZATION_MODE_PASSTHROUGH:
      return "passthrough";
    case NVML_GPU_VIRTUALIZATION_MODE_VGPU:
      return "vGPU";
    default:
      return "a host of vGPUs";
  }
}

}  // namespace

/// The functions we use, found by name, so that the program starts where the library is missing.
struct Nvml::Library {
  void* handle = nullptr;
  nvmlDevice_t device = nullptr;

  ~Library() {
    if (handle == nullptr) return;
    call<decltype(nvmlShutdown)>("nvmlShutdown");
    dlclose(handle);
  }

  /// NVML_ERROR_FUNCTION_NOT_FOUND where this library is too old for `name`.
  template <class Function, class... Arguments>
  nvmlReturn_t call(const char* name, Arguments... arguments) const {
    auto* const function = reinterpret_cast<Function*>(dlsym(handle, name));
    return function != nullptr ? function(arguments...) : NVML_ERROR_FUNCTION_NOT_FOUND;
  }

  /// What `name(device, ..., &value)` says, or nothing.
  template <class Function, class Value, class... Arguments>
  std::optional<Value> ask(const char* name, Arguments... arguments) const {
    Value value{};
    if (call<Function>(name, device, arguments..., &value) != NVML_SUCCESS) return std::nullopt;
    return value;
  }
};

Nvml::Nvml(const std::string& uuid) {
  auto library = std::make_unique<Library>();
  library->handle = dlopen("libnvidia-ml.so.1", RTLD_NOW);
  if (library->handle == nullptr) {
    reason_ = "libnvidia-ml.so.1 cannot be loaded";
  } else if (library->call<decltype(nvmlInit_v2)>("nvmlInit_v2") != NVML_SUCCESS) {
    reason_ = "NVML does not start";
  } else if (library->call<decltype(nvmlDeviceGetHandleByUUID)>("nvmlDeviceGetHandleByUUID", uuid.c_str(),
                                                                &library->device) != NVML_SUCCESS) {
    reason_ = "NVML does not know the card " + uuid;
  } else {
    library_ = std::move(library);
  }
}

CardState Nvml::state() const {
  CardState state;
  if (!available()) return state;
  state.sm_mhz = library_->ask<decltype(nvmlDeviceGetClockInfo), unsigned>("nvmlDeviceGetClockInfo", NVML_CLOCK_SM);
  state.memory_mhz =
      library_->ask<decltype(nvmlDeviceGetClockInfo), unsigned>("nvmlDeviceGetClockInfo", NVML_CLOCK_MEM);
  const auto reasons = library_->ask<decltype(nvmlDeviceGetCurrentClocksEventReasons), unsigned long long>(
      "nvmlDeviceGetCurrentClocksEventReasons");
  if (reasons) state.slowdown = *reasons & slowdown_bits;
  state.temperature_c = library_->ask<nvmlReturn_t(nvmlDevice_t, nvmlTemperatureSensors_t, unsigned*), unsigned>(
      "nvmlDeviceGetTemperature", NVML_TEMPERATURE_GPU);
  nvmlFieldValue_t memory_temperature{};
  memory_temperature.fieldId = NVML_FI_DEV_MEMORY_TEMP;
  if (library_->call<decltype(nvmlDeviceGetFieldValues)>("nvmlDeviceGetFieldValues", library_->device, 1,
                                                         &memory_temperature) == NVML_SUCCESS &&
      memory_temperature.nvmlReturn == NVML_SUCCESS) {
    state.memory_temperature_c = memory_temperature.value.uiVal;
  }
  const auto milliwatt = library_->ask<decltype(nvmlDeviceGetPowerUsage), unsigned>("nvmlDeviceGetPowerUsage");
  if (milliwatt) state.power_w = *milliwatt / 1e3;
  return state;
}

CardSettings Nvml::settings() const {
  CardSettings settings;
  if (!available()) return settings;
  nvmlEnableState_t current{};
  nvmlEnableState_t pending{};
  if (library_->call<decltype(nvmlDeviceGetEccMode)>("nvmlDeviceGetEccMode", library_->device, &current, &pending) ==
      NVML_SUCCESS) {
    settings.ecc_pending = pending == NVML_FEATURE_ENABLED;
  }
  unsigned mig = 0;
  unsigned mig_later = 0;
  if (library_->call<decltype(nvmlDeviceGetMigMode)>("nvmlDeviceGetMigMode", library_->device, &mig, &mig_later) ==
      NVML_SUCCESS) {
    settings.mig_pending = mig_later == NVML_DEVICE_MIG_ENABLE;
  }
  if (const auto active =
          library_->ask<decltype(nvmlDeviceGetDisplayActive), nvmlEnableState_t>("nvmlDeviceGetDisplayActive")) {
    settings.display_active = *active == NVML_FEATURE_ENABLED;
  }
  if (const auto milliwatt = library_->ask<decltype(nvmlDeviceGetPowerManagementDefaultLimit), unsigned>(
          "nvmlDeviceGetPowerManagementDefaultLimit")) {
    settings.power_limit_default_w = *milliwatt / 1e3;
  }
  if (const auto mode =
          library_->ask<decltype(nvmlDeviceGetComputeMode), nvmlComputeMode_t>("nvmlDeviceGetComputeMode"))
    settings.compute_mode = name_of(*mode);
  if (const auto mode = library_->ask<decltype(nvmlDeviceGetVirtualizationMode), nvmlGpuVirtualizationMode_t>(
          "nvmlDeviceGetVirtualizationMode")) {
    settings.virtualization = name_of(*mode);
  }
  return settings;
}

std::string Nvml::driver() const {
  char text[NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE] = "";
  if (available()) {
    library_->call<decltype(nvmlSystemGetDriverVersion)>("nvmlSystemGetDriverVersion", text, unsigned{sizeof(text)});
  }
  return text;
}

std::optional<bool> Nvml::ecc() const {
  nvmlEnableState_t current{};
  nvmlEnableState_t pending{};
  if (!available() || library_->call<decltype(nvmlDeviceGetEccMode)>("nvmlDeviceGetEccMode", library_->device, &current,
                                                                     &pending) != NVML_SUCCESS) {
    return std::nullopt;
  }
  return current == NVML_FEATURE_ENABLED;
}

std::optional<double> Nvml::power_limit_w() const {
  if (!available()) return std::nullopt;
  const auto milliwatt =
      library_->ask<decltype(nvmlDeviceGetEnforcedPowerLimit), unsigned>("nvmlDeviceGetEnforcedPowerLimit");
  if (!milliwatt) return std::nullopt;
  return *milliwatt / 1e3;
}

std::optional<bool> Nvml::persistence_mode() const {
  if (!available()) return std::nullopt;
  const auto mode =
      library_->ask<decltype(nvmlDeviceGetPersistenceMode), nvmlEnableState_t>("nvmlDeviceGetPersistenceMode");
  if (!mode) return std::nullopt;
  return *mode == NVML_FEATURE_ENABLED;
}

std::optional<bool> Nvml::clocks_limited() const {
  if (!available()) return std::nullopt;
  const auto reasons = library_->ask<decltype(nvmlDeviceGetCurrentClocksEventReasons), unsigned long long>(
      "nvmlDeviceGetCurrentClocksEventReasons");
  if (!reasons) return std::nullopt;
  return (*reasons & nvmlClocksEventReasonApplicationsClocksSetting) != 0;
}

std::optional<bool> Nvml::mig_enabled() const {
  unsigned current = 0;
  unsigned pending = 0;
  if (!available() || library_->call<decltype(nvmlDeviceGetMigMode)>("nvmlDeviceGetMigMode", library_->device, &current,
                                                                     &pending) != NVML_SUCCESS) {
    return std::nullopt;
  }
  return current == NVML_DEVICE_MIG_ENABLE;
}

std::optional<int> Nvml::other_processes() const {
  if (!available()) return std::nullopt;
  constexpr unsigned most = 64;
  unsigned count = most;
  nvmlProcessInfo_t processes[most];
  if (library_->call<decltype(nvmlDeviceGetComputeRunningProcesses_v3)>(
          "nvmlDeviceGetComputeRunningProcesses_v3", library_->device, &count, processes) != NVML_SUCCESS) {
    return std::nullopt;
  }
  // One of them is this process; in a container NVML may know it by another number, so counting beats comparing.
  return std::max(0, static_cast<int>(count) - 1);
}

#else  // built without NVML's header

struct Nvml::Library {};

Nvml::Nvml(const std::string& /*uuid*/) : reason_("built without NVML's header") {}
CardState Nvml::state() const { return {}; }
CardSettings Nvml::settings() const { return {}; }
std::string Nvml::driver() const { return {}; }
std::optional<bool> Nvml::ecc() const { return std::nullopt; }
std::optional<double> Nvml::power_limit_w() const { return std::nullopt; }
std::optional<bool> Nvml::persistence_mode() const { return std::nullopt; }
std::optional<bool> Nvml::clocks_limited() const { return std::nullopt; }
std::optional<bool> Nvml::mig_enabled() const { return std::nullopt; }
std::optional<int> Nvml::other_processes() const { return std::nullopt; }

#endif

Nvml::~Nvml() = default;

bool Nvml::available() const { return library_ != nullptr; }

}  // namespace warpmark
