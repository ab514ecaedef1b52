#include "kernels/stream/access.cuh"

namespace warpmark::stream {

template <class P>
__global__ void __launch_bounds__(1024) copy_kernel(P* __restrict__ a, const P* __restrict__ b, std::size_t packs) {
  const std::size_t p = my_pack();
  if (p < packs) a[p] = b[p];
}

template <class T, std::size_t access_bytes>
void copy(T* a, const T* b, std::size_t elements, unsigned block, cudaStream_t stream) {
  using P = Pack<T, access_bytes>;
  packs_and_tail<P>(
      elements,
      [&](std::size_t packs) {
        copy_kernel<<<blocks_for(packs, block), block, 0, stream>>>(reinterpret_cast<P*>(a),
                                                                    reinterpret_cast<const P*>(b), packs);
      },
      [&](std::size_t first, std::size_t count) { copy<T, sizeof(T)>(a + first, b + first, count, block, stream); });
}

#define INSTANTIATE(T, BYTES) template void copy<T, BYTES>(T*, const T*, std::size_t, unsigned, cudaStream_t);
WARPMARK_STREAM_INSTANTIATE(INSTANTIATE)

}  // namespace warpmark::stream
