#include "harness/measure/card_info.h"

#include <unistd.h>
#include <warpmark/suite.h>

#include <fstream>
#include <optional>

#include "harness/measure/context.h"
#include "harness/measure/counters.h"
#include "harness/measure/cuda_error.h"
#include "harness/run/json_file.h"

namespace warpmark {

namespace {

using nlohmann::ordered_json;

template <class T>
ordered_json or_null(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

/// Whether only administrators may read hardware counters; nothing where the driver does not say.
std::optional<bool> counters_restricted() {
  std::ifstream parameters("/proc/driver/nvidia/params");
  for (std::string line; std::getline(parameters, line);) {
    if (line.rfind("RmProfilingAdminOnly:", 0) == 0) return line.back() != '0' && geteuid() != 0;
  }
  return std::nullopt;
}

/// By everybody on this card, this process's few hundred MiB among them.
double memory_used_gib() {
  constexpr double gib = 1 << 30;
  std::size_t free = 0;
  std::size_t total = 0;
  check_cuda(cudaMemGetInfo(&free, &total), "asking for free GPU memory");
  return static_cast<double>(total - free) / gib;
}

/// Why the counters that were asked for cannot be had: empty where they count, nothing where none were asked for.
std::optional<std::string> counters_refused(const Device& device, const Options& options) {
  if (options.counters.empty()) return std::nullopt;
  const Suite none;
  RowStage stage(device, none);
  const OpenedCounters opened = open_counters(options.counters, stage);
  return opened.counters ? "" : opened.reason;
}

void tell_state(ordered_json& state, const Nvml& nvml) {
  const CardState now = nvml.state();
  const CardSettings settings = nvml.settings();
  state["other_processes"] = or_null(nvml.other_processes());
  state["persistence_mode"] = or_null(nvml.persistence_mode());
  state["clocks_locked"] = or_null(nvml.clocks_limited());
  state["sm_mhz_now"] = or_null(now.sm_mhz);
  state["memory_mhz_now"] = or_null(now.memory_mhz);
  state["throttle_reasons"] = now.slowdown ? ordered_json(slowdown_names(*now.slowdown)) : nullptr;
  state["temperature_c"] = or_null(now.temperature_c);
  state["power_w"] = or_null(now.power_w);
  state["power_limit_default_w"] = or_null(settings.power_limit_default_w);
  state["ecc_pending"] = or_null(settings.ecc_pending);
  state["mig_pending"] = or_null(settings.mig_pending);
  state["display_active"] = or_null(settings.display_active);
  state["compute_mode"] = or_null(settings.compute_mode);
  state["virtualization"] = or_null(settings.virtualization);
  state["nvml"] = nvml.available();
}

}  // namespace

ordered_json card_info(const Device& device, const Options& options) {
  const double used_gib = memory_used_gib();
  const auto refused = counters_refused(device, options);  // before the timer: never both at once
  const ChosenTimer timer = choose_timer(options.timer, device.stream());
  ordered_json info;
  info["warpmark"] = to_json(run_facts(device, *timer.timer, ""));
  ordered_json& state = info["state"];
  state["timer"] = timer.timer->name();
  state["timer_reason"] = timer.reason;
  tell_state(state, device.nvml());
  state["memory_used_gib"] = used_gib;
  state["kernel_timeout"] = device.kernel_timeout();
  state["counters_restricted"] = or_null(counters_restricted());
  state["counters_refused"] = or_null(refused);
  state["driver_supports_cuda"] = supported_cuda();
  state["runtime_cuda"] = linked_cuda();
  return info;
}

}  // namespace warpmark
