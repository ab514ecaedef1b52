// The GPU that is measured: opened once, identified, kept under observation.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "harness/measure/nvml.h"
#include "harness/run/run.h"

namespace warpmark {

/// There is no GPU to measure on, or not this one; what() is the reason for people.
class NoGpu : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Device {
 public:
  /// Takes GPU `ordinal` (as CUDA_VISIBLE_DEVICES numbers them) into use. Throws NoGpu: no driver, driver older than
  /// the CUDA runtime, no device, no such device.
  explicit Device(int ordinal);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const GpuFacts& facts() const { return facts_; }
  const cudaDeviceProp& properties() const { return properties_; }
  const Nvml& nvml() const { return nvml_; }
  cudaStream_t stream() const { return stream_; }
  bool kernel_timeout()
      const;  // whether the driver ends kernels that take long, as it does on cards that draw a screen
  std::size_t l2_bytes() const { return static_cast<std::size_t>(properties_.l2CacheSize); }

  /// Keeps the GPU busy until its clock stops rising, at most a quarter of a second: an idle card runs slowly at first.
  void wake() const;

 private:
  Device(const cudaDeviceProp& properties, int ordinal);

  cudaDeviceProp properties_;
  GpuFacts facts_;
  cudaStream_t stream_ = nullptr;
  Nvml nvml_;
};

/// "13.0" of 13000.
std::string cuda_version_text(int version);

/// The newest CUDA that the driver serves, and the CUDA whose runtime this program holds.
std::string supported_cuda();
std::string linked_cuda();

}  // namespace warpmark
