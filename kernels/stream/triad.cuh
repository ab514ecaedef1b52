// Triad's launcher, apart from its kernel, so that a test can link another kernel of that name in its place. The kernel
// is not declared here but found where the launcher is instantiated: nvcc believes the first declaration's
// __restrict__.
#pragma once

#include "kernels/stream/access.cuh"

namespace warpmark::stream {

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

}  // namespace warpmark::stream
