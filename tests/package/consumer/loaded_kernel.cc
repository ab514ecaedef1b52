#include "loaded_kernel.h"

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

}  // namespace

LoadedKernel::LoadedKernel() {
  auto* const load = driver_function<decltype(cuModuleLoad)>("cuModuleLoad");
  auto* const find = driver_function<decltype(cuModuleGetFunction)>("cuModuleGetFunction");
  if (load(&module_, CONSUMER_MODULE) != CUDA_SUCCESS || find(&function_, module_, "increment") != CUDA_SUCCESS)
    throw std::runtime_error("cannot load " CONSUMER_MODULE);
}

LoadedKernel::~LoadedKernel() { driver_function<decltype(cuModuleUnload)>("cuModuleUnload")(module_); }

void LoadedKernel::launch(float* out, const float* in, unsigned count, cudaStream_t stream) const {
  static auto* const launch = driver_function<decltype(cuLaunchKernel)>("cuLaunchKernel");
  constexpr unsigned threads = 256;
  void* arguments[] = {&out, &in, &count};
  const unsigned blocks = (count + threads - 1) / threads;
  if (launch(function_, blocks, 1, 1, threads, 1, 1, 0, stream, arguments, nullptr) != CUDA_SUCCESS)
    throw std::runtime_error("cannot launch increment");
}

}  // namespace consumer
