#include "harness/measure/cuda_error.h"

#include <fmt/format.h>

namespace warpmark {

namespace {

std::string remedy_for(cudaError_t code) {
  if (code != cudaErrorNoKernelImageForDevice && code != cudaErrorUnsupportedPtxVersion) return "";
  int device = 0;
  int major = 0;
  int minor = 0;
  const bool is_known = cudaGetDevice(&device) == cudaSuccess &&
                        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
                        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) == cudaSuccess;
  if (!is_known) return "; build it with -DCMAKE_CUDA_ARCHITECTURES=native";
  return fmt::format("; this GPU is sm_{0}{1}: build it with -DCMAKE_CUDA_ARCHITECTURES={0}{1}", major, minor);
}

}  // namespace

CudaError::CudaError(cudaError_t code, const std::string& doing)
    : std::runtime_error(fmt::format("CUDA error {} while {}: {}{}", cudaGetErrorName(code), doing,
                                     cudaGetErrorString(code), remedy_for(code))) {}

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
