// Inputs of casts that read x, grad or both: every edge matrix in each place, and seeded data of any shape.
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "tests/kernels/quantize_inputs.h"

namespace warpmark::test {

/// What a cast reads, in matrices of its shape.
struct Reads {
  bool grad;
  unsigned x;  // 2: a and g, side by side
};

struct CastCase {
  std::string name;
  std::size_t rows, cols;
  std::vector<__nv_bfloat16> x;
  std::vector<__nv_bfloat16> grad;
  bool random;  // so that rates mean something

  std::string where() const { return fmt::format("{}x{}, {}", rows, cols, name); }
};

/// x in [-4, 4), where activations bend.
inline CastCase seeded_case(const Reads& reads, std::size_t rows, std::size_t cols) {
  CastCase result{"seeded", rows, cols, std::vector<__nv_bfloat16>(reads.x * rows * cols), {}, true};
  for (std::size_t i = 0; i < result.x.size(); ++i) result.x[i] = __float2bfloat16(4.0F * seeded<float>(1, i));
  if (reads.grad) result.grad = seeded_matrix(rows, cols, 2);
  return result;
}

/// Each edge matrix as x and as grad, the other one seeded.
inline std::vector<CastCase> edge_cases(const Reads& reads, std::size_t rows, std::size_t cols) {
  std::vector<CastCase> cases;
  for (const QuantizeInput& input : quantize_inputs()) {
    const bool random = input.name == "uniform" || input.name == "normal" || input.name == "heavy tail";
    if (reads.x > 0) {
      cases.push_back({"x: " + input.name, rows, cols, matrix_of(input, rows, reads.x * cols), {}, random});
      if (reads.grad) cases.back().grad = seeded_matrix(rows, cols, 2);
    }
    if (reads.grad) {
      cases.push_back({"grad: " + input.name, rows, cols, {}, matrix_of(input, rows, cols), random});
      if (reads.x > 0) cases.back().x = seeded_matrix(rows, reads.x * cols, 1);
    }
  }
  return cases;
}

/// The same with a and g in each other's place.
inline CastCase with_gate_first(CastCase from) {
  for (std::size_t row = 0; row < from.rows; ++row) {
    __nv_bfloat16* a = from.x.data() + row * 2 * from.cols;
    std::swap_ranges(a, a + from.cols, a + from.cols);
  }
  return from;
}

}  // namespace warpmark::test
