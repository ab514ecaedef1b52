#include <warpmark/fill.h>

#include "harness/measure/cuda_error.h"

namespace warpmark {

namespace {

constexpr unsigned block = 256;

unsigned blocks_for(std::size_t threads) {
  constexpr std::size_t blocks_at_most = 132 * 16;  // fills the largest chip; the loops stride over the rest
  const std::size_t needed = (threads + block - 1) / block;
  return static_cast<unsigned>(needed < blocks_at_most ? needed : blocks_at_most);
}

}  // namespace

template <class T>
__global__ void fill_kernel(T* __restrict__ data, std::size_t count, std::uint64_t seed) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    data[i] = seeded<T>(seed, i);
  }
}

/// Whole words, and the bytes after the last one.
__global__ void fill_bytes_kernel(unsigned char* __restrict__ data, std::size_t bytes, std::uint64_t seed) {
  const std::size_t words = bytes / 8;
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = first; i < words; i += stride) {
    reinterpret_cast<std::uint64_t*>(data)[i] = seeded_bits(seed, i);
  }
  if (first < bytes % 8) data[words * 8 + first] = seeded_byte(seed, words * 8 + first);
}

void fill_seeded_bytes(void* data, std::size_t bytes, std::uint64_t seed, cudaStream_t stream) {
  if (bytes == 0) return;
  fill_bytes_kernel<<<blocks_for((bytes + 7) / 8), block, 0, stream>>>(static_cast<unsigned char*>(data), bytes, seed);
  check_cuda(cudaGetLastError(), "filling an input");
}

template <class T>
void fill_seeded_numbers(T* data, std::size_t count, std::uint64_t seed, cudaStream_t stream) {
  static_assert(is_seeded_number<T>);
  if (count == 0) return;
  fill_kernel<<<blocks_for(count), block, 0, stream>>>(data, count, seed);
  check_cuda(cudaGetLastError(), "filling an input");
}
template void fill_seeded_numbers(float*, std::size_t, std::uint64_t, cudaStream_t);
template void fill_seeded_numbers(double*, std::size_t, std::uint64_t, cudaStream_t);
template void fill_seeded_numbers(__nv_bfloat16*, std::size_t, std::uint64_t, cudaStream_t);
template void fill_seeded_numbers(__half*, std::size_t, std::uint64_t, cudaStream_t);
template void fill_seeded_numbers(__nv_fp8_e4m3*, std::size_t, std::uint64_t, cudaStream_t);
template void fill_seeded_numbers(__nv_fp8_e5m2*, std::size_t, std::uint64_t, cudaStream_t);

}  // namespace warpmark
