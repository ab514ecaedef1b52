#include "kernels/quantize/reference/mxfp8.h"

#include <algorithm>
#include <cmath>

#include "kernels/quantize/e8m0.cuh"
#include "kernels/quantize/fp8.cuh"

namespace warpmark::quantize::reference {

namespace {

struct Position {
  std::size_t row;
  std::size_t col;
};

Position first_of(Along along, std::size_t scale_row, std::size_t scale_col) {
  return along == Along::row ? Position{scale_row, scale_col * mxfp8_block}
                             : Position{scale_row * mxfp8_block, scale_col};
}

Position step(Along along, Position first, std::size_t k) {
  return along == Along::row ? Position{first.row, first.col + k} : Position{first.row + k, first.col};
}

}  // namespace

Mxfp8Block mxfp8_block_at(const Elements& elements, Along along, std::size_t scale_row, std::size_t scale_col) {
  const Position first = first_of(along, scale_row, scale_col);
  const std::size_t left = along == Along::row ? elements.cols - first.col : elements.rows - first.row;

  Mxfp8Block block{};
  block.count = std::min(left, mxfp8_block);
  std::array<float, mxfp8_block> values{};
  for (std::size_t k = 0; k < block.count; ++k) {
    const Position at = step(along, first, k);
    values[k] = round_to_bf16(elements.at(at.row, at.col));
    if (std::fabs(values[k]) > block.amax) block.amax = std::fabs(values[k]);
  }
  block.scale = static_cast<std::uint8_t>(e8m0_ceil(multiply(block.amax, reciprocal_of_max<E4M3>)));
  for (std::size_t k = 0; k < block.count; ++k) {
    block.codes[k] = to_fp8<E4M3>(multiply(values[k], e8m0_reciprocal(block.scale)));
  }
  return block;
}

Quantized mxfp8(const Elements& elements, Along along, std::uint8_t poison) {
  const ScaleShape scales = along == Along::row ? mxfp8_row_scales(elements.rows, elements.cols)
                                                : mxfp8_col_scales(elements.rows, elements.cols);
  Quantized result;
  result.data.resize(elements.rows * elements.cols);
  result.scales.assign(scales.bytes(), poison);
  for (std::size_t scale_row = 0; scale_row < scales.rows; ++scale_row) {
    for (std::size_t scale_col = 0; scale_col < scales.cols; ++scale_col) {
      const Mxfp8Block block = mxfp8_block_at(elements, along, scale_row, scale_col);
      const Position first = first_of(along, scale_row, scale_col);
      result.scales[scale_row * scales.stride + scale_col] = block.scale;
      for (std::size_t k = 0; k < block.count; ++k) {
        const Position at = step(along, first, k);
        result.data[at.row * elements.cols + at.col] = block.codes[k];
      }
    }
  }
  return result;
}

}  // namespace warpmark::quantize::reference
