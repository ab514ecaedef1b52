#include <gtest/gtest.h>

#include <limits>

#include "kernels/quantize/nvfp4_scale.cuh"
#include "kernels/quantize/reference/fp8.h"
#include "kernels/quantize/reference/nvfp4.h"
#include "tests/kernels/fp32_special.h"
#include "tests/kernels/quantize_inputs.h"

namespace warpmark::test {
namespace {

using namespace quantize;

constexpr std::uint8_t untouched = 0xa5;

TEST(Nvfp4Reference, StandsOnceAsItIsAndOnceTransposed) {
  constexpr std::size_t rows = 64;
  constexpr std::size_t cols = 96;
  const auto x = seeded_matrix(rows, cols);
  const auto cast = reference::nvfp4(x.data(), rows, cols, 1.0F, untouched);
  const auto turned = reference::nvfp4(transposed(x, rows, cols).data(), cols, rows, 1.0F, untouched);
  EXPECT_EQ(cast.col.data, turned.row.data);
  EXPECT_EQ(cast.col.scales, turned.row.scales);
  EXPECT_EQ(cast.row.data, turned.col.data);
  EXPECT_NE(cast.row.data, cast.col.data);
}

TEST(Nvfp4Reference, IsItsTilesWithScalesRepeatedAndPaddingLeftAlone) {
  constexpr std::size_t rows = 32;
  constexpr std::size_t cols = 96;
  const auto x = seeded_matrix(rows, cols);
  const auto cast = reference::nvfp4(x.data(), rows, cols, 1.0F, untouched);
  constexpr ScaleShape shape = nvfp4_scales(rows, cols);
  for (std::size_t r = 0; r < shape.padded_rows; ++r) {
    for (std::size_t c = 0; c < shape.stride; ++c) {
      const std::uint8_t scale = cast.row.scales[r * shape.stride + c];
      if (r >= shape.rows || c >= shape.cols) {
        ASSERT_EQ(scale, untouched);
        continue;
      }
      const auto tile = reference::nvfp4_tile_at(x.data(), cols, 1.0F, r / nvfp4_tile, c);
      ASSERT_EQ(scale, tile.scale);
      for (std::size_t k = 0; k < nvfp4_tile; ++k) {
        const std::size_t i = r * cols + c * nvfp4_tile + k;
        const int nibble = cast.row.data[i / 2] >> (i % 2 * 4) & 0xf;
        ASSERT_EQ(nibble, tile.codes[r % nvfp4_tile][k]) << r << ", " << c << ", " << k;
      }
    }
  }
}

TEST(Nvfp4Reference, DecodesToWhatItEncoded) {
  constexpr std::size_t cols = 32;
  const auto x = seeded_matrix(32, cols);
  const float decode = nvfp4_tensor_scale(1.0F).decode;
  const auto tile = reference::nvfp4_tile_at(x.data(), cols, 1.0F, 1, 1);
  const float step = from_fp8<E4M3>(tile.scale) * decode;
  for (std::size_t i = 0; i < nvfp4_tile; ++i) {
    for (std::size_t j = 0; j < nvfp4_tile; ++j) {
      const float value = __bfloat162float(x[(16 + i) * cols + 16 + j]);
      ASSERT_NEAR(from_e2m1(tile.codes[i][j]) * step, value, 1.07F * step) << i << ", " << j;
    }
  }
}

TEST(Nvfp4Reference, KeepsNaNOutOfTheScaleAndSaturatesInfinity) {
  auto x = seeded_matrix(32, 32);
  const auto before = reference::nvfp4_tile_at(x.data(), 32, 1.0F, 0, 0);
  x[3] = __float2bfloat16(not_a_number);
  const auto with_nan = reference::nvfp4_tile_at(x.data(), 32, 1.0F, 0, 0);
  EXPECT_EQ(with_nan.scale, before.scale);
  EXPECT_EQ(with_nan.codes[0][3], 7);
  x[4] = __float2bfloat16(-infinity);
  const auto with_infinity = reference::nvfp4_tile_at(x.data(), 32, 1.0F, 0, 0);
  EXPECT_EQ(with_infinity.scale, 0x7e);
  EXPECT_EQ(with_infinity.codes[0][4], 15);
}

TEST(Fp8Reference, ScalesAndSaturatesWithoutRoundingToTheInputTypeBetween) {
  // 1.0625 + 2^-12 lies just above a tie of E4M3, on which bf16 would put it.
  const reference::Elements from{1, 4, [](std::size_t, std::size_t col) {
                                   constexpr float values[] = {1.0625F + 0x1p-12F, -500.0F, not_a_number, 0.25F};
                                   return values[col];
                                 }};
  const auto cast = reference::fp8(from, 1.0F);
  EXPECT_EQ(cast.data, (std::vector<std::uint8_t>{0x39, 0xfe, 0x7f, 0x28}));
  EXPECT_EQ(cast.amax, 500.0F);
  EXPECT_EQ(cast.scale_inverse, 1.0F);
  const auto scaled = reference::fp8(from, 4.0F);
  EXPECT_EQ(scaled.data[3], 0x38);
  EXPECT_EQ(scaled.amax, 500.0F) << "before scaling";
  EXPECT_EQ(scaled.scale_inverse, 0.25F);
}

}  // namespace
}  // namespace warpmark::test
