#include "kernels/stream/access.cuh"

namespace warpmark::stream {

template <class P, class T>
__global__ void __launch_bounds__(1024) write_kernel(P* __restrict__ a, T s, std::size_t packs) {
  P all;
#pragma unroll
  for (std::size_t l = 0; l < P::lanes; ++l) all.lane[l] = s;
  const std::size_t p = my_pack();
  if (p < packs) a[p] = all;
}

template <class T, std::size_t access_bytes>
void write(T* a, T s, std::size_t elements, unsigned block, cudaStream_t stream) {
  using P = Pack<T, access_bytes>;
  packs_and_tail<P>(
      elements,
      [&](std::size_t packs) {
        write_kernel<<<blocks_for(packs, block), block, 0, stream>>>(reinterpret_cast<P*>(a), s, packs);
      },
      [&](std::size_t first, std::size_t count) { write<T, sizeof(T)>(a + first, s, count, block, stream); });
}

#define INSTANTIATE(T, BYTES) template void write<T, BYTES>(T*, T, std::size_t, unsigned, cudaStream_t);
WARPMARK_STREAM_INSTANTIATE(INSTANTIATE)

}  // namespace warpmark::stream
