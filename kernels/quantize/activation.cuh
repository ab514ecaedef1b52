// GELU (its tanh form) and SiLU with their derivatives, by one sigmoid each: 0.5 + 0.5 * tanh(u) = sigmoid(2u). In fp32
// for the kernels and in double for the reference.
//
// On the device a sigmoid is an ex2.approx and an rcp.approx, about a quarter of the instructions of expf or tanhf.
// Their .ftz is the instructions' own, no flag: sigmoids below 2^-126 are 0, and those of the reference with them.
// Fused operations are spelled out, so that nothing depends on what the compiler fuses.
#pragma once

#include <cfloat>
#include <cmath>

#include "kernels/quantize/ieee.cuh"

namespace warpmark::quantize {

/// 1 / (1 + 2^-y): 0 and 1 at the ends, never NaN but for NaN.
__host__ __device__ inline float sigmoid_base2(float y) {
#ifdef __CUDA_ARCH__
  float power = 0.0F;
  float result = 0.0F;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(-y));
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(__fadd_rn(1.0F, power)));
  return result;
#else
  const float result = 1.0F / (1.0F + std::exp2(-y));
  return result < FLT_MIN ? 0.0F : result;
#endif
}

__host__ __device__ inline double sigmoid_base2(double y) {
  const double result = 1.0 / (1.0 + std::exp2(-y));
  return result < FLT_MIN ? 0.0 : result;
}

inline constexpr double log2_of_e = 1.4426950408889634;

/// gelu(x) = x * (0.5 + 0.5 * tanh(u)), u = x * (0.79788456 + 0.03567741 * x^2).
struct Gelu {
  template <class T>
  __host__ __device__ static T value(T x) {
    return x * gate(x);
  }

  /// 0.5 * x * (1 - t^2) * (0.79788456 + 0.1070322243 * x^2) + 0.5 * (1 + t), t = tanh(u). NaN from |x| = 2^64 up,
  /// where x^2 overflows fp32 and meets 1 - t^2 = 0: the study's kernels do so.
  template <class T>
  __host__ __device__ static T derivative(T x) {
    constexpr T too_large = 0x1p64F;
    if constexpr (sizeof(T) > sizeof(float)) {
      if (std::fabs(x) >= too_large) return NAN;
    }
    const T s = gate(x);
    const T slope = std::fma(T(2 * 0.1070322243), x * x, T(2 * 0.79788456));
    return std::fma(x * (s * (T(1) - s)), slope, s);  // x * slope alone would overflow earlier
  }

 private:
  template <class T>
  __host__ __device__ static T gate(T x) {
    return sigmoid_base2(x * std::fma(T(2 * log2_of_e * 0.03567741), x * x, T(2 * log2_of_e * 0.79788456)));
  }
};

/// silu(x) = x * s, s = 1 / (1 + e^-x).
struct Silu {
  template <class T>
  __host__ __device__ static T value(T x) {
    return x * gate(x);
  }

  /// x * s * (1 - s) + s
  template <class T>
  __host__ __device__ static T derivative(T x) {
    const T s = gate(x);
    return std::fma(x * s, T(1) - s, s);
  }

 private:
  template <class T>
  __host__ __device__ static T gate(T x) {
    return sigmoid_base2(T(log2_of_e) * x);
  }
};

}  // namespace warpmark::quantize
