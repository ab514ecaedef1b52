#include "kernels/stream/copy.cuh"

namespace warpmark::stream {

template <class P>
__global__ void __launch_bounds__(1024) copy_kernel(P* __restrict__ a, const P* __restrict__ b, std::size_t packs) {
  const std::size_t p = my_pack();
  if (p < packs) a[p] = b[p];
}

#define INSTANTIATE(T, BYTES) template void copy<T, BYTES>(T*, const T*, std::size_t, unsigned, cudaStream_t);
WARPMARK_STREAM_INSTANTIATE(INSTANTIATE)

}  // namespace warpmark::stream
