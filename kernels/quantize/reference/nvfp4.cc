#include "kernels/quantize/reference/nvfp4.h"

#include <cmath>

#include "kernels/quantize/nvfp4_scale.cuh"

namespace warpmark::quantize::reference {

namespace {

/// One of the two outputs, both written alike: a tile and its transpose.
class Packed {
 public:
  Packed(std::size_t rows, std::size_t cols, std::uint8_t poison) : cols_{cols}, shape_{nvfp4_scales(rows, cols)} {
    result_.data.resize(rows * cols / 2);
    result_.scales.assign(shape_.bytes(), poison);
  }

  void put_code(std::size_t row, std::size_t col, std::uint8_t code) {
    const std::size_t i = row * cols_ + col;
    result_.data[i / 2] = static_cast<std::uint8_t>(result_.data[i / 2] | code << (i % 2 * 4));
  }
  void put_scale(std::size_t row, std::size_t tile_col, std::uint8_t scale) {
    result_.scales[row * shape_.stride + tile_col] = scale;
  }
  const Quantized& result() const { return result_; }

 private:
  std::size_t cols_;
  ScaleShape shape_;
  Quantized result_;
};

}  // namespace

Nvfp4Tile nvfp4_tile_at(const Input& x, std::size_t cols, float amax, std::size_t tile_row, std::size_t tile_col) {
  const auto value = [&](std::size_t i, std::size_t j) {
    return x((tile_row * nvfp4_tile + i) * cols + tile_col * nvfp4_tile + j);
  };
  float tile_amax = 0.0F;
  for (std::size_t i = 0; i < nvfp4_tile; ++i) {
    for (std::size_t j = 0; j < nvfp4_tile; ++j) {
      if (std::fabs(value(i, j)) > tile_amax) tile_amax = std::fabs(value(i, j));
    }
  }
  const Nvfp4TileScale scale = nvfp4_tile_scale(tile_amax, nvfp4_tensor_scale(amax));
  Nvfp4Tile tile{};
  tile.scale = scale.code;
  for (std::size_t i = 0; i < nvfp4_tile; ++i) {
    for (std::size_t j = 0; j < nvfp4_tile; ++j) {
      tile.codes[i][j] = static_cast<std::uint8_t>(to_e2m1(multiply(value(i, j), scale.reciprocal)));
    }
  }
  return tile;
}

Nvfp4Tile nvfp4_tile_at(const __nv_bfloat16* x, std::size_t cols, float amax, std::size_t tile_row,
                        std::size_t tile_col) {
  return nvfp4_tile_at(input(x), cols, amax, tile_row, tile_col);
}

Nvfp4 nvfp4(const __nv_bfloat16* x, std::size_t rows, std::size_t cols, float amax, std::uint8_t poison) {
  Packed row(rows, cols, poison);
  Packed col(cols, rows, poison);
  for (std::size_t tile_row = 0; tile_row < rows / nvfp4_tile; ++tile_row) {
    for (std::size_t tile_col = 0; tile_col < cols / nvfp4_tile; ++tile_col) {
      const Nvfp4Tile tile = nvfp4_tile_at(x, cols, amax, tile_row, tile_col);
      for (std::size_t i = 0; i < nvfp4_tile; ++i) {
        row.put_scale(tile_row * nvfp4_tile + i, tile_col, tile.scale);
        col.put_scale(tile_col * nvfp4_tile + i, tile_row, tile.scale);
        for (std::size_t j = 0; j < nvfp4_tile; ++j) {
          row.put_code(tile_row * nvfp4_tile + i, tile_col * nvfp4_tile + j, tile.codes[i][j]);
          col.put_code(tile_col * nvfp4_tile + i, tile_row * nvfp4_tile + j, tile.codes[j][i]);
        }
      }
    }
  }
  return {row.result(), col.result()};
}

}  // namespace warpmark::quantize::reference
