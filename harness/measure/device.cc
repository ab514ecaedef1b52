#include "harness/measure/device.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "harness/measure/cuda_error.h"

namespace warpmark {

namespace {

int attribute(cudaDeviceAttr which, int ordinal) {
  int value = 0;
  check_cuda(cudaDeviceGetAttribute(&value, which, ordinal), "asking for a device attribute");
  return value;
}

std::string no_gpu_reason(cudaError_t error) {
  if (error == cudaErrorInsufficientDriver) {
    int supported = 0;
    cudaDriverGetVersion(&supported);
    if (supported == 0) return "no NVIDIA driver is installed (libcuda.so.1 cannot be loaded)";
    return fmt::format("the driver supports CUDA {} only, this program needs {}: update the driver",
                       cuda_version_text(supported), cuda_version_text(CUDART_VERSION));
  }
  if (error == cudaErrorNoDevice) return "no GPU is visible (CUDA_VISIBLE_DEVICES, or none in this machine)";
  return fmt::format("{}: {}", cudaGetErrorName(error), cudaGetErrorString(error));
}

cudaDeviceProp open_device(int ordinal) {
  int count = 0;
  if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess) throw NoGpu(no_gpu_reason(error));
  if (ordinal < 0 || ordinal >= count) {
    throw NoGpu(fmt::format("--gpu_device={}: this machine shows {} GPU{}, numbered from 0", ordinal, count,
                            count == 1 ? "" : "s"));
  }
  cudaDeviceProp properties{};
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, ordinal); error != cudaSuccess) {
    throw NoGpu(no_gpu_reason(error));
  }
  if (const cudaError_t error = cudaSetDevice(ordinal); error != cudaSuccess) throw NoGpu(no_gpu_reason(error));
  if (const cudaError_t error = cudaFree(nullptr); error != cudaSuccess) throw NoGpu(no_gpu_reason(error));
  return properties;
}

std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text = "GPU-";
  for (std::size_t i = 0; i < sizeof(uuid.bytes); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

GpuFacts facts_of(const cudaDeviceProp& properties, int ordinal) {
  constexpr double mib = 1 << 20;
  GpuFacts facts;
  facts.name = properties.name;
  facts.uuid = uuid_text(properties.uuid);
  facts.arch = fmt::format("sm_{}{}", properties.major, properties.minor);
  facts.sm_count = properties.multiProcessorCount;
  facts.memory_gib = static_cast<int>(std::lround(static_cast<double>(properties.totalGlobalMem) / (mib * 1024)));
  facts.l2_mib = static_cast<int>(std::lround(properties.l2CacheSize / mib));
  facts.bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth, ordinal);
  const int memory_khz = attribute(cudaDevAttrMemoryClockRate, ordinal);
  facts.memory_mhz = memory_khz / 1000;
  facts.sm_mhz = attribute(cudaDevAttrClockRate, ordinal) / 1000;
  facts.peak_gbps_driver = memory_khz * 1e3 * facts.bus_bits * 2 / 8 * 1e-9;  // double data rate
  return facts;
}

}  // namespace

std::string cuda_version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

std::string supported_cuda() {
  int version = 0;
  cudaDriverGetVersion(&version);
  return cuda_version_text(version);
}

std::string linked_cuda() {
  int version = 0;
  check_cuda(cudaRuntimeGetVersion(&version), "asking for the CUDA runtime's version");
  return cuda_version_text(version);
}

Device::Device(int ordinal) : Device(open_device(ordinal), ordinal) {}

Device::Device(const cudaDeviceProp& properties, int ordinal)
    : properties_(properties), facts_(facts_of(properties, ordinal)), nvml_(facts_.uuid) {
  check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
  facts_.ecc = nvml_.ecc().has_value() ? nvml_.ecc() : attribute(cudaDevAttrEccEnabled, ordinal) != 0;
  facts_.mig = nvml_.mig_enabled().value_or(false) ? "enabled" : "none";
  facts_.power_limit_w = nvml_.power_limit_w().value_or(0);
}

Device::~Device() { cudaStreamDestroy(stream_); }

bool Device::kernel_timeout() const {
  int ordinal = 0;
  check_cuda(cudaGetDevice(&ordinal), "asking for the device");
  return attribute(cudaDevAttrKernelExecTimeout, ordinal) != 0;
}

void Device::wake() const {
  constexpr std::size_t scratch_bytes = std::size_t{256} << 20;
  constexpr auto at_most = std::chrono::milliseconds(250);
  constexpr int equal_readings = 4;  // NVML renews its readings every few milliseconds
  void* scratch = nullptr;
  check_cuda(cudaMalloc(&scratch, scratch_bytes), "waking the GPU");
  const auto start = std::chrono::steady_clock::now();
  std::optional<unsigned> last_mhz;
  for (int equal = 0; equal < equal_readings && std::chrono::steady_clock::now() - start < at_most;) {
    constexpr int writes = 64;  // some 4 ms on an H200
    for (int i = 0; i < writes; ++i) check_cuda(cudaMemsetAsync(scratch, i, scratch_bytes, stream_), "waking the GPU");
    const auto mhz = nvml_.state().sm_mhz;
    check_cuda(cudaStreamSynchronize(stream_), "waking the GPU");
    equal = mhz == last_mhz ? equal + 1 : 0;
    last_mhz = mhz;
  }
  check_cuda(cudaFree(scratch), "waking the GPU");
}

}  // namespace warpmark
