#include "kernels/stream/triad.cuh"

namespace warpmark::stream {

template <class P, class T>
__global__ void __launch_bounds__(1024)
    triad_kernel(P* __restrict__ a, const P* __restrict__ b, const P* __restrict__ c, T s, std::size_t packs) {
  const std::size_t p = my_pack();
  if (p < packs) triad_pack(a, b, c, s, p);
}

template <class T, std::size_t access_bytes>
void triad(T* a, const T* b, const T* c, T s, std::size_t elements, unsigned block, cudaStream_t stream) {
  using P = Pack<T, access_bytes>;
  packs_and_tail<P>(
      elements,
      [&](std::size_t packs) {
        triad_kernel<<<blocks_for(packs, block), block, 0, stream>>>(
            reinterpret_cast<P*>(a), reinterpret_cast<const P*>(b), reinterpret_cast<const P*>(c), s, packs);
      },
      [&](std::size_t first, std::size_t count) {
        triad<T, sizeof(T)>(a + first, b + first, c + first, s, count, block, stream);
      });
}

#define INSTANTIATE(T, BYTES) \
  template void triad<T, BYTES>(T*, const T*, const T*, T, std::size_t, unsigned, cudaStream_t);
WARPMARK_STREAM_INSTANTIATE(INSTANTIATE)

}  // namespace warpmark::stream
