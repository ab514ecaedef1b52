#include "kernels/stream/access.cuh"

namespace warpmark::stream {

namespace {

constexpr unsigned warp = 32;

template <class A>
__device__ A warp_sum(A value) {
#pragma unroll
  for (unsigned offset = warp / 2; offset > 0; offset /= 2) value += __shfl_xor_sync(0xffffffffU, value, offset);
  return value;
}

/// The sum over the block, valid in thread 0.
template <class A>
__device__ A block_sum(A value) {
  __shared__ A of_warp[1024 / warp];
  value = warp_sum(value);
  if (threadIdx.x % warp == 0) of_warp[threadIdx.x / warp] = value;
  __syncthreads();
  if (threadIdx.x >= warp) return A{0};
  return warp_sum(threadIdx.x < blockDim.x / warp ? of_warp[threadIdx.x] : A{0});
}

}  // namespace

template <class P, class A>
__global__ void __launch_bounds__(1024)
    read_kernel(A* __restrict__ partial, const P* __restrict__ b, std::size_t packs) {
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x * read_accesses + threadIdx.x;

  // All loads are issued before the first add, so that they overlap.
  P loaded[read_accesses] = {};
#pragma unroll
  for (std::size_t u = 0; u < read_accesses; ++u) {
    const std::size_t p = first + u * blockDim.x;
    if (p < packs) loaded[u] = b[p];
  }
  A sum{0};
#pragma unroll
  for (std::size_t u = 0; u < read_accesses; ++u) {
#pragma unroll
    for (std::size_t l = 0; l < P::lanes; ++l) sum += static_cast<A>(loaded[u].lane[l]);
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

template <class T, std::size_t access_bytes>
void read(accumulator_t<T>* partial, const T* b, std::size_t elements, unsigned block, cudaStream_t stream) {
  using P = Pack<T, access_bytes>;
  const auto blocks = [&](std::size_t packs) { return blocks_for(packs, block * read_accesses); };
  packs_and_tail<P>(
      elements,
      [&](std::size_t packs) {
        read_kernel<<<blocks(packs), block, 0, stream>>>(partial, reinterpret_cast<const P*>(b), packs);
      },
      [&](std::size_t first, std::size_t count) {
        read<T, sizeof(T)>(partial + blocks(first / P::lanes), b + first, count, block, stream);
      });
}

#define INSTANTIATE(T, BYTES) \
  template void read<T, BYTES>(accumulator_t<T>*, const T*, std::size_t, unsigned, cudaStream_t);
WARPMARK_STREAM_INSTANTIATE(INSTANTIATE)

}  // namespace warpmark::stream
