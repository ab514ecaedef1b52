// What a thread of triad does.
#pragma once

#include "kernels/stream/access.cuh"

namespace warpmark::stream {

template <class P, class T>
__device__ void triad_pack(P* __restrict__ a, const P* __restrict__ b, const P* __restrict__ c, T s, std::size_t p) {
  const P x = b[p];
  const P y = c[p];
  P sum;
#pragma unroll
  for (std::size_t l = 0; l < P::lanes; ++l) sum.lane[l] = triad_element(x.lane[l], y.lane[l], s);
  a[p] = sum;
}

}  // namespace warpmark::stream
