// The reference of every cast, written to be read: on the host, an element at a time. This is its first half, what is
// to be encoded; activations are computed in double. The second half, the encoders, it shares with the kernels.
#pragma once

#include <cuda_bf16.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/quantize/axes.h"

namespace warpmark::quantize::reference {

/// An input by index in row-major order: a copy in memory, or what made it.
using Input = std::function<float(std::size_t index)>;

/// Refers to the memory, which must outlive it. May be null where nothing is read.
Input input(const __nv_bfloat16* values);

/// A matrix by position: the values to encode, in fp32.
struct Elements {
  std::size_t rows;
  std::size_t cols;
  std::function<float(std::size_t row, std::size_t col)> at;
};

/// Of rows x cols inputs in row-major order; the input that a fusion does not take may be null.
Elements elements(Fusion fusion, std::size_t rows, std::size_t cols, const Input& x, const Input& grad);
Elements elements(Fusion fusion, std::size_t rows, std::size_t cols, const __nv_bfloat16* x, const __nv_bfloat16* grad);

/// Of gated[rows, 2 * cols], activation before gate, and, backward only, grad[rows, cols]. Forward, a matrix of `cols`
/// columns; backward of twice as many, the gradient of the activation's input before that of the gate.
Elements elements(GatedFusion fusion, std::size_t rows, std::size_t cols, const Input& gated, const Input& grad);
Elements elements(GatedFusion fusion, std::size_t rows, std::size_t cols, const __nv_bfloat16* gated,
                  const __nv_bfloat16* grad);

/// A column's sum, which dbias is in bf16, and the sum of its magnitudes, which bounds what another order of additions
/// may change.
struct ColumnSum {
  double sum;
  double magnitude;
};
ColumnSum column_sum(const Elements& elements, std::size_t col);

/// What a cast writes, in memory order.
struct Quantized {
  std::vector<std::uint8_t> data;
  std::vector<std::uint8_t> scales;  // padding holds what the caller poisoned it with
};

}  // namespace warpmark::quantize::reference
