#include "kernels/stream/triad.cuh"
#include "kernels/stream/triad_pack.cuh"

namespace warpmark::stream {

template <class P, class T>
__global__ void __launch_bounds__(1024)
    triad_kernel(P* __restrict__ a, const P* __restrict__ b, const P* __restrict__ c, T s, std::size_t packs) {
  const std::size_t p = my_pack();
  if (p < packs) triad_pack(a, b, c, s, p);
}

template <class P, class T>
auto triad_kernel_of(P*, T) {
  return triad_kernel<P, T>;
}

#define INSTANTIATE(T, BYTES) \
  template void triad<T, BYTES>(T*, const T*, const T*, T, std::size_t, unsigned, cudaStream_t, unsigned);
WARPMARK_STREAM_INSTANTIATE(INSTANTIATE)

}  // namespace warpmark::stream
