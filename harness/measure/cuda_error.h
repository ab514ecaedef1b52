// CUDA results as exceptions: every call of the runtime goes through check_cuda.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace warpmark {

/// A failed CUDA call, or a kernel that failed. Says what to do where the program was not built for this GPU.
class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const std::string& doing);
};

/// Throws CudaError "while `doing`: ..." unless `code` is cudaSuccess; clears the runtime's last error.
void check_cuda(cudaError_t code, const char* doing);

/// Whether the GPU is lost to this process: an earlier kernel faulted, say. Synchronises.
bool cuda_is_lost();

}  // namespace warpmark
