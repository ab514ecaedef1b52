// E2M1, the 4-bit format of NVFP4: codes 0 to 7 stand for 0, 0.5, 1, 1.5, 2, 3, 4, 6, bit 3 is the sign (OCP
// Microscaling Formats (MX) Specification 1.0, section 5.3.3). Exact on every target: the instruction exists on few.
#pragma once

#include "kernels/quantize/ieee.cuh"

namespace warpmark::quantize {

/// Nearest even, saturating at +-6; NaN yields +6.
__host__ __device__ inline std::uint32_t to_e2m1(float value) {
  const std::uint32_t bits = bits_of(value);
  const std::uint32_t magnitude = bits & ~sign_bit;
  // Below 1 the codes are half steps: so are the units of 2^22, and the addition rounds to them.
  const std::uint32_t half_steps = bits_of(add(float_of(magnitude), 0x1p22F)) & 7U;
  // From 1 up a code is the exponent and the first bit of the mantissa, counted from those of 0.5.
  const std::uint32_t rounded = ((magnitude + 0x1fffffU + ((magnitude >> 22) & 1U)) >> 22) - 252U;
  const std::uint32_t steps = rounded < 7U ? rounded : 7U;
  const std::uint32_t code = magnitude < bits_of(1.0F) ? half_steps : steps;
  return magnitude > infinity_bits ? 7U : code | (bits & sign_bit) >> 28;
}

/// A byte of two codes, `low` in the low nibble.
__host__ __device__ inline std::uint32_t to_e2m1_pair(float low, float high) {
  return to_e2m1(low) | to_e2m1(high) << 4;
}

__host__ __device__ inline float from_e2m1(std::uint32_t code) {
  const std::uint32_t steps = code & 7U;
  const float magnitude = steps < 2U ? 0.5F * static_cast<float>(steps) : float_of((steps + 252U) << 22);
  return code & 8U ? -magnitude : magnitude;
}

}  // namespace warpmark::quantize
