// Two kernels that can be made slower by a known share of their work, to learn how small a slowdown the gate finds.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>

namespace warpmark::injected {

/// Bound by bytes: copies `quads` of 16 bytes in full, and the first `extra_quads` of them once more, to the same
/// result.
void copy(float4* out, const float4* in, std::size_t quads, std::size_t extra_quads, cudaStream_t stream);

inline constexpr float factor = -0.96875F;

/// Bound by cycles: `extra_steps` steps of x = x * factor + in[i] whose result is thrown away, then `steps` from in[i].
void fma(float* out, const float* in, std::size_t elements, unsigned steps, unsigned extra_steps, cudaStream_t stream);

inline float fma_element(float in, unsigned steps) {
  float x = in;
  for (unsigned step = 0; step < steps; ++step) x = std::fma(x, factor, in);
  return x;
}

}  // namespace warpmark::injected
