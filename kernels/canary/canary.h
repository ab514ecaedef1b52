// Two kernels that nobody works on. What they measure changes only with the card and what surrounds it: the copy with
// the memory, the multiply-add loop with the SM clock. So when they move between two measurements, the machine drifted;
// when they do not, what moved is the code. They share no code with the kernels that they stand beside.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>

namespace warpmark::canary {

/// The steps of `fma`'s recurrence: x = x * factor + addend, rounded once.
inline constexpr unsigned fma_steps = 4096;
inline constexpr float fma_factor = -0.96875F;

/// out = in. `quads` of 16 bytes, on a multiple of 16 bytes, not overlapping.
void copy(float4* out, const float4* in, std::size_t quads, cudaStream_t stream);

/// out[i] = fma_steps steps of the recurrence from in[i], with in[i] as addend. `elements` a multiple of 256.
void fma(float* out, const float* in, std::size_t elements, cudaStream_t stream);

/// One element of `fma`, to the last bit.
inline float fma_element(float in) {
  float x = in;
  for (unsigned step = 0; step < fma_steps; ++step) x = std::fma(x, fma_factor, in);
  return x;
}

}  // namespace warpmark::canary
