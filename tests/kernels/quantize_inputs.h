// Matrices on which a cast may go wrong. Each is a function of position, so that it fits any shape, and each shows its
// case to blocks along rows, to blocks down columns and to tiles alike.
#pragma once

#include <cuda_bf16.h>
#include <warpmark/seeded.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kernels/quantize/e2m1.cuh"
#include "kernels/quantize/fp8.cuh"

namespace warpmark::test {

struct QuantizeInput {
  std::string name;
  float (*at)(std::size_t row, std::size_t col);
};

namespace quantize_input {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// Once in each block of 32, at each position in turn.
inline bool once(std::size_t row, std::size_t col) { return (row + col) % 32 == 0; }

inline std::uint64_t position(std::size_t row, std::size_t col) { return row * 100003 + col; }
inline float sign(std::size_t row, std::size_t col) { return (row / 2 + col) % 2 == 0 ? 1.0F : -1.0F; }

/// 448 * 2^k and its neighbours in bf16, for each k with normal results, in the first 239 rows.
inline float near_power(std::size_t row, std::size_t col) {
  if (!once(row, col)) return 0.0F;
  const auto k = static_cast<int>((row * 5 + col / 32) % 239) - 120;
  const auto step = static_cast<std::uint32_t>((row + col / 32) % 3);  // below, at, above
  return quantize::float_of(quantize::bits_of(std::ldexp(448.0F, k)) + (step << 16) - 0x10000U);
}

inline float e4m3_tie(std::size_t row, std::size_t col) {
  if (once(row, col)) return 448.0F;  // so that the scale is 1
  const auto code = static_cast<std::uint8_t>((row * 31 + col) % 126);
  const auto next = static_cast<std::uint8_t>(code + 1);
  return sign(row, col) * (quantize::from_fp8<quantize::E4M3>(code) + quantize::from_fp8<quantize::E4M3>(next)) / 2.0F;
}

/// For a tensor whose largest magnitude is given as 2688, so that every scale is 1.
inline float e2m1_tie(std::size_t row, std::size_t col) {
  if (row % 16 == 0 && col % 16 == 0) return 6.0F;
  const auto code = static_cast<std::uint32_t>((row + col) % 7);
  return sign(row, col) * (quantize::from_e2m1(code) + quantize::from_e2m1(code + 1)) / 2.0F;
}

inline float normal(std::size_t row, std::size_t col) {
  const float radius = std::sqrt(-2.0F * std::log(1.0F - std::fabs(seeded<float>(1, position(row, col)))));
  return radius * std::cos(3.14159265F * seeded<float>(2, position(row, col)));
}

inline float activation_point(std::size_t row, std::size_t col) {
  constexpr float points[] = {0.0F, 1e-4F, 10.0F, 100.0F, 1e20F};
  return sign(row, col) * points[(row + col / 4) % 5];
}

}  // namespace quantize_input

inline std::vector<QuantizeInput> quantize_inputs() {
  using namespace quantize_input;
  return {
      {"zeros", [](std::size_t, std::size_t) { return 0.0F; }},
      {"negative zeros", [](std::size_t, std::size_t) { return -0.0F; }},
      {"one in each block", [](std::size_t r, std::size_t c) { return once(r, c) ? -3.0F : 0.0F; }},
      {"all equal", [](std::size_t, std::size_t) { return 1.7F; }},
      {"448 * 2^k and neighbours", near_power},
      {"the largest", [](std::size_t r, std::size_t c) { return sign(r, c) * 0x1.fep127F; }},
      {"the smallest", [](std::size_t r, std::size_t c) { return once(r, c) ? 0x1p-133F : 0.0F; }},
      {"20 binades in a block", [](std::size_t r, std::size_t c) { return std::ldexp(1.5F, -int((r + c) % 21)); }},
      {"one NaN in each block", [](std::size_t r, std::size_t c) { return once(r, c) ? not_a_number : normal(r, c); }},
      {"NaN and zeros", [](std::size_t r, std::size_t c) { return once(r, c) ? not_a_number : 0.0F; }},
      {"all NaN", [](std::size_t, std::size_t) { return not_a_number; }},
      {"infinities", [](std::size_t r, std::size_t c) { return once(r, c) ? sign(r, c) * infinity : normal(r, c); }},
      {"infinities and NaN",
       [](std::size_t r, std::size_t c) {
         if (once(r, c + 1)) return not_a_number;
         return once(r, c) ? sign(r, c) * infinity : normal(r, c);
       }},
      {"ties of E4M3", e4m3_tie},
      {"ties of E2M1", e2m1_tie},
      {"uniform", [](std::size_t r, std::size_t c) { return 1.5F * seeded<float>(3, position(r, c)) - 0.5F; }},
      {"normal", normal},
      {"heavy tail", [](std::size_t r, std::size_t c) { return std::pow(normal(r, c), 9.0F); }},
      {"what activations saturate on", activation_point},
  };
}

/// rows x cols of it in row-major order.
inline std::vector<__nv_bfloat16> matrix_of(const QuantizeInput& input, std::size_t rows, std::size_t cols) {
  std::vector<__nv_bfloat16> values(rows * cols);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = __float2bfloat16(input.at(i / cols, i % cols));
  return values;
}

/// Uniform in [-1, 1).
inline std::vector<__nv_bfloat16> seeded_matrix(std::size_t rows, std::size_t cols, std::uint64_t seed = 1) {
  std::vector<__nv_bfloat16> values(rows * cols);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = seeded<__nv_bfloat16>(seed, i);
  return values;
}

/// The largest magnitude, NaN aside.
inline float amax_of(const std::vector<__nv_bfloat16>& x) {
  float amax = 0.0F;
  for (const __nv_bfloat16 value : x) {
    const float magnitude = std::fabs(__bfloat162float(value));
    if (magnitude > amax) amax = magnitude;
  }
  return amax;
}

inline std::vector<__nv_bfloat16> transposed(const std::vector<__nv_bfloat16>& x, std::size_t rows, std::size_t cols) {
  std::vector<__nv_bfloat16> result(x.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) result[j * rows + i] = x[i * cols + j];
  }
  return result;
}

/// Sizes of matrices around every boundary of blocks and tiles. Not every cast admits each number of columns.
inline constexpr std::size_t ragged_rows[] = {1, 31, 33, 65, 577, 993};
inline constexpr std::size_t ragged_cols[] = {32, 48, 96, 160, 1632};

}  // namespace warpmark::test
