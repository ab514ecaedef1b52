// How the scales of a matrix lie in memory: row-major and compact, padded to what matrix multiplications load at once.
// Nobody writes the padding.
#pragma once

#include <cstddef>

namespace warpmark::quantize {

inline constexpr std::size_t mxfp8_block = 32;  // elements of one scale, along a row or down a column
inline constexpr std::size_t nvfp4_tile = 16;   // rows and columns of one scale

struct ScaleShape {
  std::size_t rows, cols;           // those that hold scales
  std::size_t padded_rows, stride;  // those in memory
  constexpr std::size_t bytes() const { return padded_rows * stride; }
};

constexpr std::size_t blocks_of(std::size_t elements, std::size_t block) { return (elements + block - 1) / block; }

constexpr ScaleShape padded_scales(std::size_t rows, std::size_t cols, std::size_t row_multiple,
                                   std::size_t col_multiple) {
  return {rows, cols, blocks_of(rows, row_multiple) * row_multiple, blocks_of(cols, col_multiple) * col_multiple};
}

/// Of blocks along the rows of a matrix.
constexpr ScaleShape mxfp8_row_scales(std::size_t rows, std::size_t cols) {
  return padded_scales(rows, blocks_of(cols, mxfp8_block), 128, 4);
}

/// Of blocks down the columns of a matrix.
constexpr ScaleShape mxfp8_col_scales(std::size_t rows, std::size_t cols) {
  return padded_scales(blocks_of(rows, mxfp8_block), cols, 4, 128);
}

/// A tile's scale stands in each of its 16 rows. Of the transposed output: with rows and cols swapped.
constexpr ScaleShape nvfp4_scales(std::size_t rows, std::size_t cols) {
  return padded_scales(rows, blocks_of(cols, nvfp4_tile), 128, 4);
}

}  // namespace warpmark::quantize
