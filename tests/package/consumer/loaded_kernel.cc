#include "loaded_kernel.h"

#include <cuda.h>

#include <stdexcept>
#include <string>

namespace consumer {
namespace {

/// The driver's functions are asked for by name: the program starts, and lists its benchmarks, without a driver too.
template <class Function>
Function* driver_function(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
  constexpr unsigned least_cuda = 12000;
  if (cudaGetDriverEntryPointByVersion(name, &found, least_cuda, cudaEnableDefault, &result) != cudaSuccess || !found)
    throw std::runtime_error(std::string("the driver has no ") + name);
  return reinterpret_cast<Function*>(found);
}

CUfunction load() {
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  if (driver_function<decltype(cuModuleLoad)>("cuModuleLoad")(&module, CONSUMER_MODULE) != CUDA_SUCCESS ||
      driver_function<decltype(cuModuleGetFunction)>("cuModuleGetFunction")(&function, module, "increment") !=
          CUDA_SUCCESS)
    throw std::runtime_error("cannot load " CONSUMER_MODULE);
  return function;
}

}  // namespace

void increment(float* out, const float* in, unsigned count, cudaStream_t stream) {
  static const CUfunction function = load();
  static auto* const launch = driver_function<decltype(cuLaunchKernel)>("cuLaunchKernel");
  constexpr unsigned threads = 256;
  void* arguments[] = {&out, &in, &count};
  const unsigned blocks = (count + threads - 1) / threads;
  if (launch(function, blocks, 1, 1, threads, 1, 1, 0, stream, arguments, nullptr) != CUDA_SUCCESS)
    throw std::runtime_error("cannot launch increment");
}

}  // namespace consumer
