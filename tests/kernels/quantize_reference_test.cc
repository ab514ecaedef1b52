#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/measure/seeded.h"
#include "kernels/quantize/activation.cuh"
#include "kernels/quantize/e8m0.cuh"
#include "kernels/quantize/nvfp4_scale.cuh"
#include "kernels/quantize/reference/fp8.h"
#include "kernels/quantize/reference/mxfp8.h"
#include "kernels/quantize/reference/nvfp4.h"

namespace warpmark::test {
namespace {

using namespace quantize;
using reference::Along;
using reference::column_sum;
using reference::elements;
using reference::mxfp8;
using reference::mxfp8_block_at;

constexpr std::uint8_t poison = 0xa5;
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

std::vector<__nv_bfloat16> seeded_matrix(std::size_t rows, std::size_t cols, std::uint64_t seed = 1) {
  std::vector<__nv_bfloat16> values(rows * cols);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = seeded<__nv_bfloat16>(seed, i);
  return values;
}

std::vector<__nv_bfloat16> transposed(const std::vector<__nv_bfloat16>& x, std::size_t rows, std::size_t cols) {
  std::vector<__nv_bfloat16> result(x.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) result[j * rows + i] = x[i * cols + j];
  }
  return result;
}

/// A block of 32 values, cast alone.
reference::Mxfp8Block block_of(const std::vector<float>& values) {
  std::vector<__nv_bfloat16> x(mxfp8_block);
  for (std::size_t k = 0; k < values.size(); ++k) x[k] = __float2bfloat16(values[k]);
  return mxfp8_block_at(elements(Fusion::plain, 1, mxfp8_block, x.data(), nullptr), Along::row, 0, 0);
}

TEST(ScaleShape, IsPaddedToWholeTiles) {
  constexpr ScaleShape row = mxfp8_row_scales(33, 48);
  EXPECT_EQ(row.rows, 33U);
  EXPECT_EQ(row.cols, 2U);
  EXPECT_EQ(row.padded_rows, 128U);
  EXPECT_EQ(row.stride, 4U);
  constexpr ScaleShape col = mxfp8_col_scales(33, 48);
  EXPECT_EQ(col.rows, 2U);
  EXPECT_EQ(col.cols, 48U);
  EXPECT_EQ(col.bytes(), 4U * 128U);
  constexpr ScaleShape unpadded = mxfp8_row_scales(4096, 14336);
  EXPECT_EQ(unpadded.bytes(), 4096U * 14336U / 32U);
  constexpr ScaleShape tiles = nvfp4_scales(32, 96);
  EXPECT_EQ(tiles.cols, 6U);
  EXPECT_EQ(tiles.bytes(), 128U * 8U);
}

TEST(Mxfp8Reference, OfZerosIsZerosThatKeepTheirSign) {
  const auto block = block_of({0.0F, -0.0F});
  EXPECT_EQ(block.scale, 0);
  EXPECT_EQ(block.codes[0], 0x00);
  EXPECT_EQ(block.codes[1], 0x80);
  EXPECT_EQ(block.amax, 0.0F);
}

TEST(Mxfp8Reference, WithInfinitySaturates) {
  const auto block = block_of({1.0F, infinity, -infinity, not_a_number});
  EXPECT_EQ(block.scale, 254);
  EXPECT_EQ(block.codes[0], 0x00);
  EXPECT_EQ(block.codes[1], 0x7e);
  EXPECT_EQ(block.codes[2], 0xfe);
  EXPECT_EQ(block.codes[3], 0x7f);
}

TEST(Mxfp8Reference, KeepsNaNOutOfTheScale) {
  const auto mixed = block_of({not_a_number, 448.0F, 224.0F});
  EXPECT_EQ(mixed.scale, 127);
  EXPECT_EQ(mixed.codes[0], 0x7f);
  EXPECT_EQ(mixed.codes[1], 0x7e);
  EXPECT_EQ(mixed.codes[2], 0x76);
  const auto alone = block_of(std::vector<float>(mxfp8_block, not_a_number));
  EXPECT_EQ(alone.scale, 0);
  EXPECT_EQ(alone.codes[31], 0x7f);
}

TEST(Mxfp8Reference, FindsTheLargestAtEveryPosition) {
  for (std::size_t k = 0; k < mxfp8_block; ++k) {
    std::vector<float> values(mxfp8_block, 0.0F);
    values[k] = -448.0F * 4.0F;
    const auto block = block_of(values);
    EXPECT_EQ(block.amax, 448.0F * 4.0F);
    EXPECT_EQ(block.scale, 129);
    EXPECT_EQ(block.codes[k], 0xfe);
    EXPECT_EQ(block.codes[(k + 1) % mxfp8_block], 0x00);
  }
}

TEST(Mxfp8Reference, StepsItsScaleRightAbove448TimesAPowerOfTwo) {
  for (int k = -120; k <= 118; ++k) {
    const float at = std::ldexp(448.0F, k);
    const float above = float_of(bits_of(at) + 0x10000U);
    const float below = float_of(bits_of(at) - 0x10000U);
    EXPECT_EQ(block_of({at}).scale, k + 127);
    EXPECT_EQ(block_of({below}).scale, k + 127);
    EXPECT_EQ(block_of({above}).scale, k + 128);
  }
  EXPECT_EQ(block_of({float_of(0x7f7f0000U)}).scale, 247) << "the largest bf16";
  EXPECT_EQ(block_of({float_of(0x00010000U)}).scale, 0) << "the smallest";
}

TEST(Mxfp8Reference, OfARaggedMatrixIsItsBlocksAndLeavesPaddingAlone) {
  constexpr std::size_t rows = 33;
  constexpr std::size_t cols = 48;
  const auto x = seeded_matrix(rows, cols);
  const auto from = elements(Fusion::plain, rows, cols, x.data(), nullptr);
  for (const Along along : {Along::row, Along::col}) {
    const auto whole = mxfp8(from, along, poison);
    const ScaleShape shape = along == Along::row ? mxfp8_row_scales(rows, cols) : mxfp8_col_scales(rows, cols);
    ASSERT_EQ(whole.scales.size(), shape.bytes());
    ASSERT_EQ(whole.data.size(), rows * cols);
    for (std::size_t r = 0; r < shape.padded_rows; ++r) {
      for (std::size_t c = 0; c < shape.stride; ++c) {
        if (r < shape.rows && c < shape.cols) continue;
        ASSERT_EQ(whole.scales[r * shape.stride + c], poison) << r << ", " << c;
      }
    }
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < cols; ++c) {
        const std::size_t scale_at =
            along == Along::row ? r * shape.stride + c / mxfp8_block : r / mxfp8_block * shape.stride + c;
        const double decoded = static_cast<double>(from_fp8<E4M3>(whole.data[r * cols + c])) *
                               static_cast<double>(e8m0_decode(whole.scales[scale_at]));
        const double value = static_cast<double>(from.at(r, c));
        ASSERT_NEAR(decoded, value, std::fabs(value) / 16.0 + 0x1p-17) << r << ", " << c;
      }
    }
  }
  EXPECT_EQ(mxfp8_block_at(from, Along::row, 5, 1).count, 16U);
  EXPECT_EQ(mxfp8_block_at(from, Along::col, 1, 5).count, 1U);
}

TEST(Mxfp8Reference, DownColumnsIsAlongRowsOfTheTranspose) {
  constexpr std::size_t rows = 65;
  constexpr std::size_t cols = 40;
  const auto x = seeded_matrix(rows, cols);
  const auto turned = transposed(x, rows, cols);
  const auto from = elements(Fusion::plain, rows, cols, x.data(), nullptr);
  const auto from_turned = elements(Fusion::plain, cols, rows, turned.data(), nullptr);
  for (std::size_t r = 0; r < blocks_of(rows, mxfp8_block); ++r) {
    for (std::size_t c = 0; c < cols; ++c) {
      const auto down = mxfp8_block_at(from, Along::col, r, c);
      const auto across = mxfp8_block_at(from_turned, Along::row, c, r);
      ASSERT_EQ(down.scale, across.scale);
      ASSERT_EQ(down.codes, across.codes);
    }
  }
}

TEST(Mxfp8Reference, EncodesWhatTheInputTypeLeavesOfAnActivation) {
  const auto x = seeded_matrix(1, mxfp8_block);
  const auto from = elements(Fusion::gelu, 1, mxfp8_block, x.data(), nullptr);
  std::vector<float> stored(mxfp8_block);
  for (std::size_t k = 0; k < mxfp8_block; ++k) stored[k] = round_to_bf16(from.at(0, k));
  EXPECT_EQ(mxfp8_block_at(from, Along::row, 0, 0).codes, block_of(stored).codes);
}

TEST(Elements, AreWhatEachFusionDefines) {
  const std::vector<__nv_bfloat16> x{__float2bfloat16(1.5F)};
  const std::vector<__nv_bfloat16> grad{__float2bfloat16(-3.0F)};
  const auto at = [&](Fusion fusion) { return elements(fusion, 1, 1, x.data(), grad.data()).at(0, 0); };
  EXPECT_EQ(at(Fusion::plain), 1.5F);
  EXPECT_EQ(at(Fusion::dbias), -3.0F);
  EXPECT_EQ(at(Fusion::gelu), static_cast<float>(Gelu::value(1.5)));
  EXPECT_EQ(at(Fusion::dgelu), static_cast<float>(Gelu::derivative(1.5) * -3.0));
  EXPECT_EQ(at(Fusion::dbias_dgelu), at(Fusion::dgelu));
  EXPECT_EQ(at(Fusion::dsilu), static_cast<float>(Silu::derivative(1.5) * -3.0));
}

TEST(Elements, OfAGatedPairKnowActivationFromGate) {
  const std::vector<__nv_bfloat16> gated{__float2bfloat16(1.5F), __float2bfloat16(0.5F),  // activations
                                         __float2bfloat16(2.0F), __float2bfloat16(4.0F)};
  const std::vector<__nv_bfloat16> grad{__float2bfloat16(-3.0F), __float2bfloat16(7.0F)};
  const auto of = [&](GatedFusion fusion) { return elements(fusion, 1, 2, gated.data(), grad.data()); };
  EXPECT_EQ(of(GatedFusion::swiglu).cols, 2U);
  EXPECT_EQ(of(GatedFusion::swiglu).at(0, 0), static_cast<float>(Silu::value(1.5) * 2.0));
  EXPECT_EQ(of(GatedFusion::geglu).at(0, 1), static_cast<float>(Gelu::value(0.5) * 4.0));
  EXPECT_EQ(of(GatedFusion::dswiglu).cols, 4U);
  EXPECT_EQ(of(GatedFusion::dswiglu).at(0, 0), static_cast<float>(Silu::derivative(1.5) * -3.0 * 2.0));
  EXPECT_EQ(of(GatedFusion::dswiglu).at(0, 3), static_cast<float>(Silu::value(0.5) * 7.0));
  EXPECT_EQ(of(GatedFusion::dgeglu).at(0, 1), static_cast<float>(Gelu::derivative(0.5) * 7.0 * 4.0));
  EXPECT_EQ(of(GatedFusion::dgeglu).at(0, 2), static_cast<float>(Gelu::value(1.5) * -3.0));
}

TEST(Elements, SumToDbiasBeforeTheyAreRounded) {
  constexpr std::size_t rows = 70;
  const auto x = seeded_matrix(rows, 3, 1);
  const auto grad = seeded_matrix(rows, 3, 2);
  const auto sum = column_sum(elements(Fusion::dbias_dgelu, rows, 3, x.data(), grad.data()), 2);
  double expected = 0.0;
  for (std::size_t r = 0; r < rows; ++r) {
    expected += Gelu::derivative(static_cast<double>(__bfloat162float(x[r * 3 + 2]))) *
                static_cast<double>(__bfloat162float(grad[r * 3 + 2]));
  }
  EXPECT_NEAR(sum.sum, expected, 1e-5);
  EXPECT_GT(sum.magnitude, std::fabs(sum.sum));
}

TEST(Nvfp4Reference, StandsOnceAsItIsAndOnceTransposed) {
  constexpr std::size_t rows = 64;
  constexpr std::size_t cols = 96;
  const auto x = seeded_matrix(rows, cols);
  const auto cast = reference::nvfp4(x.data(), rows, cols, 1.0F, poison);
  const auto turned = reference::nvfp4(transposed(x, rows, cols).data(), cols, rows, 1.0F, poison);
  EXPECT_EQ(cast.col.data, turned.row.data);
  EXPECT_EQ(cast.col.scales, turned.row.scales);
  EXPECT_EQ(cast.row.data, turned.col.data);
  EXPECT_NE(cast.row.data, cast.col.data);
}

TEST(Nvfp4Reference, IsItsTilesWithScalesRepeatedAndPaddingLeftAlone) {
  constexpr std::size_t rows = 32;
  constexpr std::size_t cols = 96;
  const auto x = seeded_matrix(rows, cols);
  const auto cast = reference::nvfp4(x.data(), rows, cols, 1.0F, poison);
  constexpr ScaleShape shape = nvfp4_scales(rows, cols);
  for (std::size_t r = 0; r < shape.padded_rows; ++r) {
    for (std::size_t c = 0; c < shape.stride; ++c) {
      const std::uint8_t scale = cast.row.scales[r * shape.stride + c];
      if (r >= shape.rows || c >= shape.cols) {
        ASSERT_EQ(scale, poison);
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
