// Copies by four floats a thread, at whatever alignment the type of the four promises.
#pragma once

#include "kernels/copy/copy.h"

namespace warpmark::copy {

inline constexpr unsigned block = 256;

/// Four floats that the compiler may access at once only if their type says so.
template <std::size_t Alignment>
struct alignas(Alignment) Quad {
  float lane[4];
};
using Understated = Quad<alignof(float)>;
using Aligned = Quad<16>;

template <class Q>
__device__ void copy_quad(Q* __restrict__ out, const Q* __restrict__ in, std::size_t quads) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < quads) out[i] = in[i];
}

inline unsigned blocks_for(std::size_t threads) { return static_cast<unsigned>((threads + block - 1) / block); }

/// Whole quads by `kernel`; the up to three floats after them by a launch of the scalar kernel, so that `kernel` holds
/// no narrow access of its own.
template <class Q>
void quads_and_tail(void (*kernel)(Q*, const Q*, std::size_t), float* out, const float* in, std::size_t elements,
                    cudaStream_t stream) {
  const std::size_t quads = elements / 4;
  const std::size_t copied = quads * 4;
  if (quads > 0) {
    kernel<<<blocks_for(quads), block, 0, stream>>>(reinterpret_cast<Q*>(out), reinterpret_cast<const Q*>(in), quads);
  }
  if (copied < elements) scalar(out + copied, in + copied, elements - copied, stream);
}

}  // namespace warpmark::copy
