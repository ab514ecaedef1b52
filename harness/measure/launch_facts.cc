#include "harness/measure/launch_facts.h"

#include <cuda_occupancy.h>

#include <algorithm>
#include <optional>

namespace warpmark {

namespace {

constexpr double about_as_long = 0.9;

const KernelFacts& longest(const std::vector<KernelFacts>& kernels) {
  double most_us = 0;
  for (const KernelFacts& kernel : kernels) most_us = std::max(most_us, kernel.time_us);
  return *std::find_if(kernels.begin(), kernels.end(),
                       [&](const KernelFacts& kernel) { return kernel.time_us >= most_us * about_as_long; });
}

/// How many blocks fit on one multiprocessor, by the toolkit's calculator.
std::optional<int> resident_blocks(const KernelFacts& kernel, const cudaDeviceProp& gpu) {
  const cudaOccDeviceProp properties(gpu);
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = gpu.maxThreadsPerBlock;
  attributes.numRegs = kernel.registers;
  attributes.sharedSizeBytes = static_cast<std::size_t>(kernel.static_shared_bytes);
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;  // it did run with what it has
  attributes.maxDynamicSharedSizeBytes = static_cast<std::size_t>(kernel.dynamic_shared_bytes);
  attributes.numBlockBarriers = 1;
  const cudaOccDeviceState state;
  cudaOccResult result{};
  const cudaOccError error =
      cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, kernel.block_threads,
                                              static_cast<std::size_t>(kernel.dynamic_shared_bytes));
  if (error != CUDA_OCC_SUCCESS || result.activeBlocksPerMultiprocessor <= 0) return std::nullopt;
  return result.activeBlocksPerMultiprocessor;
}

}  // namespace

CounterValues launch_facts(const std::vector<KernelFacts>& kernels, const cudaDeviceProp& gpu) {
  if (kernels.empty()) return {};
  const KernelFacts& kernel = longest(kernels);
  CounterValues facts = {
      {"gpu_grid_blocks", kernel.grid_blocks},
      {"gpu_block_threads", kernel.block_threads},
      {"gpu_registers", kernel.registers},
      {"gpu_shared_bytes", static_cast<double>(kernel.static_shared_bytes) + kernel.dynamic_shared_bytes}};
  if (const auto blocks = resident_blocks(kernel, gpu)) {
    const int warps = *blocks * ((kernel.block_threads + gpu.warpSize - 1) / gpu.warpSize);
    facts["gpu_occupancy_percent"] = 100.0 * warps * gpu.warpSize / gpu.maxThreadsPerMultiProcessor;
    facts["gpu_waves"] = kernel.grid_blocks / (static_cast<double>(*blocks) * gpu.multiProcessorCount);
  }
  return facts;
}

}  // namespace warpmark
