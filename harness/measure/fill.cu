#include "harness/measure/cuda_error.h"
#include "harness/measure/fill.h"
#include "harness/measure/seeded.h"

namespace warpmark {

template <class T>
__global__ void fill_kernel(T* __restrict__ data, std::size_t count, std::uint64_t seed) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    data[i] = seeded<T>(seed, i);
  }
}

template <class T>
void fill_seeded(T* data, std::size_t count, std::uint64_t seed, cudaStream_t stream) {
  if (count == 0) return;
  constexpr unsigned block = 256;
  constexpr std::size_t blocks_at_most = 132 * 16;
  const std::size_t needed = (count + block - 1) / block;
  const auto blocks = static_cast<unsigned>(needed < blocks_at_most ? needed : blocks_at_most);
  fill_kernel<<<blocks, block, 0, stream>>>(data, count, seed);
  check_cuda(cudaGetLastError(), "filling an input");
}

template void fill_seeded(float*, std::size_t, std::uint64_t, cudaStream_t);
template void fill_seeded(double*, std::size_t, std::uint64_t, cudaStream_t);
template void fill_seeded(__nv_bfloat16*, std::size_t, std::uint64_t, cudaStream_t);

}  // namespace warpmark
