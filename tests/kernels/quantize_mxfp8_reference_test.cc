#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/quantize/activation.cuh"
#include "kernels/quantize/e8m0.cuh"
#include "kernels/quantize/fp8.cuh"
#include "kernels/quantize/reference/mxfp8.h"
#include "tests/kernels/fp32_special.h"
#include "tests/kernels/quantize_inputs.h"

namespace warpmark::test {
namespace {

using namespace quantize;
using reference::Along;
using reference::column_sum;
using reference::elements;
using reference::mxfp8;
using reference::mxfp8_block_at;

constexpr std::uint8_t poison = 0xa5;

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
        const auto value = static_cast<double>(from.at(r, c));
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

TEST(Elements, AreThoseOfWhatMadeTheInputs) {
  constexpr std::size_t rows = 2;
  constexpr std::size_t cols = 32;
  const auto made = [](std::uint64_t seed) -> reference::Input {
    return [=](std::size_t i) { return __bfloat162float(seeded<__nv_bfloat16>(seed, i)); };
  };
  const auto gated = seeded_matrix(rows, 2 * cols, 1);
  const auto grad = seeded_matrix(rows, cols, 2);
  const auto from_copies = elements(GatedFusion::dswiglu, rows, cols, gated.data(), grad.data());
  const auto from_seeds = elements(GatedFusion::dswiglu, rows, cols, made(1), made(2));
  EXPECT_EQ(mxfp8(from_seeds, Along::row, poison).data, mxfp8(from_copies, Along::row, poison).data);
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

}  // namespace
}  // namespace warpmark::test
