// MXFP8: 32 elements of E4M3 and their E8M0 scale.
#pragma once

#include <array>

#include "kernels/quantize/reference/elements.h"
#include "kernels/quantize/scale_shape.h"

namespace warpmark::quantize::reference {

/// How a block's elements lie: side by side in a row, or below one another in a column.
enum class Along { row, col };

struct Mxfp8Block {
  std::size_t count;  // of elements; the last block of a row or column may be short
  float amax;         // the largest magnitude, NaN aside
  std::uint8_t scale;
  std::array<std::uint8_t, mxfp8_block> codes;
};

/// The block whose scale stands in this row and column of the scales. Its element k stands k columns right of, or k
/// rows below, its first.
Mxfp8Block mxfp8_block_at(const Elements& elements, Along along, std::size_t scale_row, std::size_t scale_col);

/// The whole matrix in one direction. Data are row-major in both.
Quantized mxfp8(const Elements& elements, Along along, std::uint8_t poison);

}  // namespace warpmark::quantize::reference
