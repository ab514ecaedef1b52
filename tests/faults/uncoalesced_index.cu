// STREAM copy with the threads of a block in another order: as many loads and stores, as wide, but neighbouring threads
// access packs that lie as far apart as the block has warps, so that one request touches up to 32 sectors.
#include "kernels/stream/copy.cuh"

namespace warpmark::stream {

template <class P>
__global__ void __launch_bounds__(1024) copy_kernel(P* __restrict__ a, const P* __restrict__ b, std::size_t packs) {
  constexpr unsigned warp = 32;
  const unsigned warps = blockDim.x / warp;
  const unsigned place = threadIdx.x % warp * warps + threadIdx.x / warp;
  const std::size_t p = std::size_t{blockIdx.x} * blockDim.x + place;
  if (p < packs) a[p] = b[p];
}

#define INSTANTIATE(T, BYTES) template void copy<T, BYTES>(T*, const T*, std::size_t, unsigned, cudaStream_t);
WARPMARK_STREAM_INSTANTIATE(INSTANTIATE)

}  // namespace warpmark::stream
