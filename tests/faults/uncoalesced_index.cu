// STREAM copy with the threads of a block moved on by one: as many loads and stores, as wide, but a warp's accesses no
// longer begin at a sector, so that a request touches one sector more than it must.
#include "kernels/stream/copy.cuh"

namespace warpmark::stream {

template <class P>
__global__ void __launch_bounds__(1024) copy_kernel(P* __restrict__ a, const P* __restrict__ b, std::size_t packs) {
  const unsigned place = (threadIdx.x + 1) % blockDim.x;
  const std::size_t p = std::size_t{blockIdx.x} * blockDim.x + place;
  if (p < packs) a[p] = b[p];
}

#define INSTANTIATE(T, BYTES) template void copy<T, BYTES>(T*, const T*, std::size_t, unsigned, cudaStream_t);
WARPMARK_STREAM_INSTANTIATE(INSTANTIATE)

}  // namespace warpmark::stream
