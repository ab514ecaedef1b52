#include "tests/measure/spin.h"

namespace warpmark::test {

namespace {

__device__ std::uint64_t global_ns() {
  std::uint64_t ns = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

}  // namespace

__global__ void spin_kernel(std::uint64_t ns) {
  const std::uint64_t start = global_ns();
  while (global_ns() - start < ns) {
  }
}

__global__ void empty_kernel() {}

__global__ void fault_kernel(int* nowhere) { *nowhere = 1; }

void spin(std::uint64_t ns, cudaStream_t stream) {
  if (ns == 0) {
    empty_kernel<<<1, 1, 0, stream>>>();
  } else {
    spin_kernel<<<1, 1, 0, stream>>>(ns);
  }
}

void fault(cudaStream_t stream) { fault_kernel<<<1, 1, 0, stream>>>(nullptr); }

}  // namespace warpmark::test
