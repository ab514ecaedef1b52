// E2M1, the 4-bit format of NVFP4: codes 0 to 7 stand for 0, 0.5, 1, 1.5, 2, 3, 4, 6, bit 3 is the sign (OCP
// Microscaling Formats (MX) Specification 1.0, section 5.3.3). Exact on every target: the instruction exists on few.
#pragma once

#include "kernels/quantize/ieee.cuh"

namespace warpmark::quantize {

/// The code of |value|, given half of it: nearest even, saturating at 6, which NaN yields too. Its bits are those of
/// the magic number below plus the code.
///
/// Codes 0 to 4 go up by steps of 1/2, 4 to 6 by 1, 6 to 7 by 2. So the code is the sum of three parts that are each
/// rounded at their own step, 4 * min(half, 1), 2 * clamp(half - 1, 0, 1) and clamp(half - 2, 0, 1), of which the one
/// that `half` falls into is not whole; the others are even multiples of the step, so that ties stay ties to even.
/// Added to a number whose unit is 1, they are rounded by the addition. Of the upper two we subtract what they lack,
/// which is exact where it matters and makes NaN the largest. All but one of these are floating-point operations,
/// which the hardware does at twice the rate of the integer ones that a look at exponent and mantissa would take.
inline constexpr float e2m1_magic = 0x1.8p23F;
__host__ __device__ inline float e2m1_magnitude(float half) {
  const float lacks_of_top = saturate(add(3.0F, -half));
  const float lacks_of_middle = saturate(add(2.0F, -half));
  const float top = add(e2m1_magic + 3.0F, -lacks_of_top);
  const float middle = multiply_add(-2.0F, lacks_of_middle, top);
  return multiply_add(4.0F, fminf(half, 1.0F), middle);
}

/// Nearest even, saturating at +-6; NaN yields +6.
__host__ __device__ inline std::uint32_t to_e2m1(float value) {
  const std::uint32_t code = bits_of(e2m1_magnitude(multiply(0.5F, fabsf(value)))) - bits_of(e2m1_magic);
  return code | (value < 0.0F || (bits_of(value) == sign_bit) ? 8U : 0U);
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
