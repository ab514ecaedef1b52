// E8M0, the scale of an MXFP8 block: one byte E that stands for 2^(E-127), 255 for NaN (OCP Microscaling Formats (MX)
// Specification 1.0, section 5.4.1). Exact on every target: the instruction that rounds up to E8M0 exists on few.
#pragma once

#include "kernels/quantize/ieee.cuh"

namespace warpmark::quantize {

/// The smallest E with 2^(E-127) >= scale, at most 254, which Inf yields too; NaN yields 255. `scale` is not negative.
__host__ __device__ constexpr std::uint32_t e8m0_ceil(float scale) {
  constexpr std::uint32_t smallest = 0x00400000U;  // 2^-127, what E = 0 stands for, a denormal
  constexpr std::uint32_t mantissa = 0x007fffffU;
  const std::uint32_t bits = bits_of(scale);
  const std::uint32_t rounded_up = (bits + mantissa) >> 23;
  const std::uint32_t exponent = bits <= smallest ? 0U : rounded_up;
  if (bits > infinity_bits) return 255U;
  return exponent < 254U ? exponent : 254U;
}

__host__ __device__ constexpr float e8m0_decode(std::uint32_t e) {
  if (e == 0U) return float_of(0x00400000U);
  return float_of(e == 255U ? 0x7fffffffU : e << 23);
}

/// 1 / e8m0_decode(e), exactly, that is 2^(127-E); of E = 254 a denormal, which no flag may flush.
__host__ __device__ constexpr float e8m0_reciprocal(std::uint32_t e) {
  if (e >= 254U) return float_of(e == 254U ? 0x00400000U : 0x7fffffffU);
  return float_of((254U - e) << 23);
}

}  // namespace warpmark::quantize
