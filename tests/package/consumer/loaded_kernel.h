// A kernel that is launched through the driver API, as Triton and other just-in-time compilers launch theirs.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

namespace consumer {

/// out[i] = in[i] + 1, by the kernel of module.cu.
class LoadedKernel {
 public:
  /// Throws std::runtime_error when the module cannot be loaded.
  LoadedKernel();
  ~LoadedKernel();
  LoadedKernel(const LoadedKernel&) = delete;
  LoadedKernel& operator=(const LoadedKernel&) = delete;

  void launch(float* out, const float* in, unsigned count, cudaStream_t stream) const;

 private:
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
};

}  // namespace consumer
