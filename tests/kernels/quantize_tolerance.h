// How near a code of E4M3 has to be to what the reference computes in double.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/quantize/axes.h"
#include "kernels/quantize/fp8.cuh"
#include "kernels/quantize/reference/elements.h"

namespace warpmark::test {

/// Half the distance of E4M3's numbers around `scaled`.
inline double half_step(double scaled) {
  const int exponent = scaled == 0.0 ? -6 : std::max(std::ilogb(scaled), -6);
  return std::ldexp(0.5, exponent - 3);
}

/// Half the distance of bf16's numbers around `value`.
inline double half_bf16_step(double value) {
  const int exponent = value == 0.0 ? -126 : std::max(std::ilogb(value), -126);
  return std::ldexp(0.5, exponent - 7);
}

/// What a kernel's activation, in fp32 and by approximate instructions, may be wrong by, for each factor that the
/// activation is multiplied with. The worst is a derivative near x = 5: 1 - s is good to 2^-23, and times x and the
/// slope of gelu it counts 35 times.
inline constexpr double activation_error = 0x1p-17;

/// What the error of an activation's own value counts by: below zero, where it vanishes, no more than 1.
inline float factor_of_value(float x) { return x < 0.0F ? std::min(-x, 1.0F) : x; }

/// Of every element: what the error of its activation counts by.
inline quantize::reference::Elements factors(quantize::Fusion fusion, std::size_t rows, std::size_t cols,
                                             const __nv_bfloat16* x, const __nv_bfloat16* grad) {
  const bool none = fusion == quantize::Fusion::plain || fusion == quantize::Fusion::dbias;
  return {rows, cols, [=](std::size_t row, std::size_t col) {
            if (none) return 0.0F;
            const std::size_t i = row * cols + col;
            return fusion == quantize::Fusion::gelu ? factor_of_value(__bfloat162float(x[i]))
                                                    : std::fabs(__bfloat162float(grad[i]));
          }};
}

inline quantize::reference::Elements factors(quantize::GatedFusion fusion, std::size_t rows, std::size_t cols,
                                             const __nv_bfloat16* gated, const __nv_bfloat16* grad) {
  const bool backward = quantize::is_backward(fusion);
  return {rows, backward ? 2 * cols : cols, [=](std::size_t row, std::size_t col) {
            const std::size_t pair = col % cols;
            const float a = __bfloat162float(gated[row * 2 * cols + pair]);
            const float g = __bfloat162float(gated[row * 2 * cols + cols + pair]);
            if (!backward) return factor_of_value(a) * std::fabs(g);
            const float upstream = __bfloat162float(grad[row * cols + pair]);
            return std::fabs(upstream) * (col < cols ? std::fabs(g) : factor_of_value(a));
          }};
}

/// Whether a code, times `unit`, is `value` to within half a step and what the value itself may be wrong by.
inline bool decodes_to(std::uint8_t code, double unit, double value, double error) {
  if (std::isnan(value)) return (code & 0x7fU) == 0x7fU;
  const double max = quantize::E4M3::max;
  const double scaled = std::clamp(value / unit, -max, max);
  const double scaled_error = error / unit;
  const double distance = std::fabs(static_cast<double>(quantize::from_fp8<quantize::E4M3>(code)) - scaled);
  // A NaN, which no comparison holds for, is never near a number.
  return distance <= half_step(std::min(std::fabs(scaled) + scaled_error, max)) + scaled_error;
}

/// Other codes than the reference's, zeros of either sign aside: few, where inputs are random.
struct CodeMismatches {
  static constexpr double most = 0.005;
  std::size_t of = 0;
  std::size_t count = 0;

  void add(std::uint8_t expected, std::uint8_t got) {
    ++of;
    if (expected != got && ((expected | got) & 0x7fU) != 0) ++count;
  }
  double share() const { return of == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(of); }
};

}  // namespace warpmark::test
