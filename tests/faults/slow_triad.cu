// STREAM triad with some percent more work: the first so many percent of the arrays are computed twice, to the same
// result.
#include "kernels/stream/triad_pack.cuh"

namespace warpmark::stream {

namespace {

constexpr double extra = WARPMARK_EXTRA_PERCENT / 100.0;

}  // namespace

template <class P, class T>
__global__ void __launch_bounds__(1024)
    slow_triad_kernel(P* __restrict__ a, const P* __restrict__ b, const P* __restrict__ c, T s, std::size_t packs) {
  const std::size_t p = my_pack();
  triad_pack(a, b, c, s, p < packs ? p : p - packs);
}

/// For sizes that fill their last block, as the gated ones do.
template <class T, std::size_t access_bytes>
void triad(T* a, const T* b, const T* c, T s, std::size_t elements, unsigned block, cudaStream_t stream,
           unsigned /*cluster*/) {
  using P = Pack<T, access_bytes>;
  const std::size_t packs = elements / P::lanes;
  const unsigned blocks = blocks_for(packs, block);
  const auto extra_blocks = static_cast<unsigned>(blocks * extra);
  slow_triad_kernel<<<blocks + extra_blocks, block, 0, stream>>>(reinterpret_cast<P*>(a), reinterpret_cast<const P*>(b),
                                                                 reinterpret_cast<const P*>(c), s, packs);
}

#define INSTANTIATE(T, BYTES) \
  template void triad<T, BYTES>(T*, const T*, const T*, T, std::size_t, unsigned, cudaStream_t, unsigned);
WARPMARK_STREAM_INSTANTIATE(INSTANTIATE)

}  // namespace warpmark::stream
