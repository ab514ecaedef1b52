// The references on every input that the kernels are tested on: what a cast writes decodes to what it read, as nearly
// as its format allows.
#include "tests/kernels/quantize_inputs.h"

#include <gtest/gtest.h>

#include "kernels/quantize/e8m0.cuh"
#include "kernels/quantize/nvfp4_scale.cuh"
#include "kernels/quantize/reference/mxfp8.h"
#include "kernels/quantize/reference/nvfp4.h"
#include "tests/kernels/quantize_tolerance.h"

namespace warpmark::test {
namespace {

using namespace quantize;
using reference::Along;

void expect_decodes(const reference::Mxfp8Block& block, std::size_t k, float value, const std::string& name) {
  const float code = from_fp8<E4M3>(block.codes[k]);
  const auto scale = static_cast<double>(e8m0_decode(block.scale));
  if (std::isnan(value)) {
    ASSERT_EQ(block.codes[k], 0x7f) << name;
  } else if (std::isinf(value)) {
    ASSERT_EQ(code, std::copysign(448.0F, value)) << name;
  } else {
    const double scaled = static_cast<double>(value) / scale;
    ASSERT_LE(std::fabs(static_cast<double>(code) - scaled), half_step(scaled)) << name << ": " << value;
    ASSERT_EQ(std::signbit(code), std::signbit(value)) << name << ": " << value;
  }
}

TEST(QuantizeInputs, DecodeFromMxfp8ToWithinHalfAStep) {
  constexpr std::size_t rows = 245;  // all that "448 * 2^k" needs, and a short block
  constexpr std::size_t cols = 48;
  for (const QuantizeInput& input : quantize_inputs()) {
    const auto x = matrix_of(input, rows, cols);
    const auto from = reference::elements(Fusion::plain, rows, cols, x.data(), nullptr);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < blocks_of(cols, mxfp8_block); ++c) {
        const auto block = reference::mxfp8_block_at(from, Along::row, r, c);
        for (std::size_t k = 0; k < block.count; ++k) {
          expect_decodes(block, k, from.at(r, c * mxfp8_block + k), input.name);
        }
      }
    }
    for (std::size_t r = 0; r < blocks_of(rows, mxfp8_block); ++r) {
      for (std::size_t c = 0; c < cols; ++c) {
        const auto block = reference::mxfp8_block_at(from, Along::col, r, c);
        for (std::size_t k = 0; k < block.count; ++k) {
          expect_decodes(block, k, from.at(r * mxfp8_block + k, c), input.name);
        }
      }
    }
  }
}

TEST(QuantizeInputs, HitTheTiesOfE2m1) {
  const QuantizeInput ties{"ties", quantize_input::e2m1_tie};
  const auto x = matrix_of(ties, 32, 32);
  const auto tile = reference::nvfp4_tile_at(x.data(), 32, 2688.0F, 1, 1);
  EXPECT_EQ(tile.scale, 0x38) << "1";
  for (std::size_t i = 0; i < nvfp4_tile; ++i) {
    for (std::size_t j = 0; j < nvfp4_tile; ++j) {
      if (i == 0 && j == 0) continue;
      const std::size_t below = (16 + i + 16 + j) % 7;
      ASSERT_EQ(tile.codes[i][j] & 7U, below + below % 2) << "the even code";
    }
  }
}

void expect_decodes(const reference::Nvfp4Tile& tile, std::size_t i, std::size_t j, float tensor_decode, float value,
                    const std::string& name) {
  const std::uint32_t code = tile.codes[i][j];
  if (std::isnan(value)) {
    ASSERT_EQ(code, 7U) << name;
    return;
  }
  // Between 4 and 6 half a step is 1; a scale that was rounded down by up to 1/16 saturates by less. A scale below the
  // normal ones of E4M3 may be wrong by half its smallest.
  const double step = static_cast<double>(from_fp8<E4M3>(tile.scale)) * static_cast<double>(tensor_decode);
  const double lost_with_scale = 6.0 * 0x1p-10 * static_cast<double>(tensor_decode);
  const double decoded = static_cast<double>(from_e2m1(code)) * step;
  ASSERT_NEAR(decoded, static_cast<double>(value), 1.01 * (step + lost_with_scale)) << name;
  ASSERT_EQ(code >> 3, std::signbit(value) ? 1U : 0U) << name << ": " << value;
}

TEST(QuantizeInputs, DecodeFromNvfp4ToWithinTheLargestHalfStep) {
  constexpr std::size_t size = 64;
  for (const QuantizeInput& input : quantize_inputs()) {
    const auto x = matrix_of(input, size, size);
    const float amax = amax_of(x);
    if (std::isinf(amax) || (amax != 0.0F && amax < 1e-35F)) continue;  // no fp32 scale fits
    const float tensor_decode = nvfp4_tensor_scale(amax).decode;
    for (std::size_t r = 0; r < size; r += nvfp4_tile) {
      for (std::size_t c = 0; c < size; c += nvfp4_tile) {
        const auto tile = reference::nvfp4_tile_at(x.data(), size, amax, r / nvfp4_tile, c / nvfp4_tile);
        for (std::size_t k = 0; k < nvfp4_tile * nvfp4_tile; ++k) {
          const std::size_t i = k / nvfp4_tile;
          const std::size_t j = k % nvfp4_tile;
          expect_decodes(tile, i, j, tensor_decode, __bfloat162float(x[(r + i) * size + c + j]), input.name);
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpmark::test
