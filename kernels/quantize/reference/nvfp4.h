// NVFP4 in two dimensions: 16x16 tiles of E2M1 and their E4M3 scale, as they stand and transposed.
#pragma once

#include <array>

#include "kernels/quantize/reference/elements.h"
#include "kernels/quantize/scale_shape.h"

namespace warpmark::quantize::reference {

struct Nvfp4Tile {
  std::uint8_t scale;
  std::array<std::array<std::uint8_t, nvfp4_tile>, nvfp4_tile> codes;  // [row][col], one code a byte
};

/// The tile in row `tile_row` and column `tile_col` of tiles of x, which has `cols` columns. `amax` is that of the
/// tensor.
Nvfp4Tile nvfp4_tile_at(const Input& x, std::size_t cols, float amax, std::size_t tile_row, std::size_t tile_col);
Nvfp4Tile nvfp4_tile_at(const __nv_bfloat16* x, std::size_t cols, float amax, std::size_t tile_row,
                        std::size_t tile_col);

struct Nvfp4 {
  Quantized row;  // [rows, cols], two codes a byte, the first in the low nibble
  Quantized col;  // [cols, rows]
};

/// The whole matrix. Rows and columns are multiples of 32.
Nvfp4 nvfp4(const __nv_bfloat16* x, std::size_t rows, std::size_t cols, float amax, std::uint8_t poison);

}  // namespace warpmark::quantize::reference
