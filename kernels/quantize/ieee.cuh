// Single-precision arithmetic with one rounding an operation, the same on host and device: nvcc fuses a plain product
// and sum into one operation where it likes, which moves results that must agree bit by bit. Host files that include
// this are compiled with -ffp-contract=off (see CMakeLists.txt).
#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

namespace warpmark::quantize {

inline constexpr std::uint32_t sign_bit = 0x80000000U;
inline constexpr std::uint32_t infinity_bits = 0x7f800000U;  // sign-cleared bits above these are a NaN

__host__ __device__ constexpr std::uint32_t bits_of(float value) { return __builtin_bit_cast(std::uint32_t, value); }
__host__ __device__ constexpr float float_of(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }

__host__ __device__ inline float add(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fadd_rn(a, b);
#else
  return a + b;
#endif
}

__host__ __device__ inline float multiply(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fmul_rn(a, b);
#else
  return a * b;
#endif
}

__host__ __device__ inline float divide(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fdiv_rn(a, b);
#else
  return a / b;
#endif
}

/// divide(1, value), in fewer instructions.
__host__ __device__ inline float reciprocal(float value) {
#ifdef __CUDA_ARCH__
  return __frcp_rn(value);
#else
  return 1.0F / value;
#endif
}

/// a * b + c, rounded once.
__host__ __device__ inline float multiply_add(float a, float b, float c) {
#ifdef __CUDA_ARCH__
  return __fmaf_rn(a, b, c);
#else
  return std::fma(a, b, c);
#endif
}

/// Clamped to [0, 1]; NaN yields 0. Comes free with the operation that makes `value`.
__host__ __device__ inline float saturate(float value) {
#ifdef __CUDA_ARCH__
  return __saturatef(value);
#else
  return value > 0.0F ? std::fmin(value, 1.0F) : 0.0F;
#endif
}

/// What is left of `value` once it was stored in the input type, bf16: nearest even.
__host__ __device__ inline float round_to_bf16(float value) { return __bfloat162float(__float2bfloat16_rn(value)); }

}  // namespace warpmark::quantize
