#include <cooperative_groups.h>

#include "harness/measure/cuda_error.h"
#include "tests/measure/launch_kinds.h"

namespace warpmark::test {

namespace {

constexpr unsigned block = 256;

unsigned blocks_for(std::size_t count) { return static_cast<unsigned>((count + block - 1) / block); }

__global__ void set_kernel(int* out, std::size_t count, int value) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) out[i] = value;
}

__global__ void add_kernel(int* out, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) out[i] += 1;
}

__global__ void cooperative_kernel(int* out, int* scratch) {
  scratch[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  int sum = 0;
  for (unsigned each = 0; each < gridDim.x; ++each) sum += scratch[each];
  out[blockIdx.x] = sum;
}

}  // namespace

void set_all(int* out, std::size_t count, int value, cudaStream_t stream) {
  set_kernel<<<blocks_for(count), block, 0, stream>>>(out, count, value);
}

void add_one(int* out, std::size_t count, cudaStream_t stream) {
  add_kernel<<<blocks_for(count), block, 0, stream>>>(out, count);
}

void count_blocks(int* out, int* scratch, unsigned blocks, cudaStream_t stream) {
  void* arguments[] = {&out, &scratch};
  check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(cooperative_kernel), dim3(blocks), dim3(1),
                                         arguments, 0, stream),
             "launching cooperatively");
}

void launch_impossibly(int* out, cudaStream_t stream) { set_kernel<<<1, 1U << 20U, 0, stream>>>(out, 0, 0); }

}  // namespace warpmark::test
