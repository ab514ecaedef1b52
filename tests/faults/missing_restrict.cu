// Triad in a form that leans on __restrict__, which is missing: each result is stored twice. With it the compiler drops
// the first pass, and this is the product's code; without it, `a` might overlap the inputs, and all is loaded again.
#include "kernels/stream/triad.cuh"

namespace warpmark::stream {

template <class P, class T>
__global__ void __launch_bounds__(1024) triad_kernel(P* a, const P* b, const P* c, T s, std::size_t packs) {
  const std::size_t p = my_pack();
  if (p >= packs) return;
#pragma unroll
  for (unsigned pass = 0; pass < 2; ++pass) {
    const P x = b[p];
    const P y = c[p];
    P sum;
#pragma unroll
    for (std::size_t l = 0; l < P::lanes; ++l) sum.lane[l] = triad_element(x.lane[l], y.lane[l], s);
    a[p] = sum;
  }
}

template <class P, class T>
auto triad_kernel_of(P*, T) {
  return triad_kernel<P, T>;
}

#define INSTANTIATE(T, BYTES) \
  template void triad<T, BYTES>(T*, const T*, const T*, T, std::size_t, unsigned, cudaStream_t, unsigned);
WARPMARK_STREAM_INSTANTIATE(INSTANTIATE)

}  // namespace warpmark::stream
