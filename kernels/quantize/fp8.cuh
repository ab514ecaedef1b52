// The 8-bit floating-point formats E4M3 and E5M2 (P. Micikevicius et al., "FP8 formats for deep learning",
// arXiv:2209.05433): nearest even, saturating, NaN stays NaN. By instruction from sm_89; before, and on the host, by
// the software of cuda_fp8.h, which takes about 125 instructions a pair.
#pragma once

#include <cuda_fp8.h>

#include "kernels/quantize/ieee.cuh"

namespace warpmark::quantize {

struct E4M3 {
  static constexpr float max = 448.0F;
  static constexpr __nv_fp8_interpretation_t interpretation = __NV_E4M3;
};
struct E5M2 {
  static constexpr float max = 57344.0F;
  static constexpr __nv_fp8_interpretation_t interpretation = __NV_E5M2;
};

/// What a block's largest magnitude is multiplied by to get its scale.
template <class Format>
inline constexpr float reciprocal_of_max = 1.0F / Format::max;

/// The instruction knows one NaN, 0x7f; the software would keep the sign and some of the mantissa.
__host__ __device__ inline float with_one_nan(float value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  return value;
#else
  return (bits_of(value) & ~sign_bit) > infinity_bits ? float_of(~sign_bit) : value;
#endif
}

template <class Format>
__host__ __device__ inline std::uint8_t to_fp8(float value) {
  return __nv_cvt_float_to_fp8(with_one_nan(value), __NV_SATFINITE, Format::interpretation);
}

/// Two at once, `low` in the low byte: one instruction where there is one.
template <class Format>
__host__ __device__ inline std::uint16_t to_fp8_pair(float low, float high) {
  return __nv_cvt_float2_to_fp8x2(make_float2(with_one_nan(low), with_one_nan(high)), __NV_SATFINITE,
                                  Format::interpretation);
}

template <class Format>
__host__ __device__ inline float from_fp8(std::uint8_t code) {
  return __half2float(__nv_cvt_fp8_to_halfraw(code, Format::interpretation));
}

}  // namespace warpmark::quantize
