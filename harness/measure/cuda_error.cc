#include "harness/measure/cuda_error.h"

#include <fmt/format.h>

namespace warpmark {

CudaError::CudaError(cudaError_t code, const std::string& doing)
    : std::runtime_error(
          fmt::format("CUDA error {} while {}: {}", cudaGetErrorName(code), doing, cudaGetErrorString(code))) {}

void check_cuda(cudaError_t code, const char* doing) {
  if (code == cudaSuccess) return;
  cudaGetLastError();  // an error that is not sticky must not be reported again by a later, innocent call
  throw CudaError(code, doing);
}

bool cuda_is_lost() {
  cudaGetLastError();
  return cudaDeviceSynchronize() != cudaSuccess;
}

}  // namespace warpmark
