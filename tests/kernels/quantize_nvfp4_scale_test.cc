#include <gtest/gtest.h>
#include <warpmark/seeded.h>

#include <cmath>
#include <limits>

#include "kernels/quantize/nvfp4_scale.cuh"
#include "tests/kernels/fp32_special.h"

namespace warpmark::test {
namespace {

using namespace quantize;

constexpr float tensor_amaxes[] = {1.0F, 5.3F, 448.0F * 6.0F, 448.0F * 6.0F * 8.0F, 1e-30F, 1e-40F, 3e38F, 0.0F};

/// One operation of fp32, rounded from double, whose digits suffice for a sum, a product or a quotient.
float rounded(double exact) { return static_cast<float>(exact); }
double wide(float value) { return static_cast<double>(value); }

/// The definition step by step, with none of the code under test but E4M3.
struct StepByStep {
  float decode;
  std::uint8_t code;
  float reciprocal;

  StepByStep(float tensor_amax, float tile_amax) {
    float scale = rounded(2688.0 / wide(tensor_amax));
    scale = std::fmin(scale, std::numeric_limits<float>::max());
    if (tensor_amax == 0.0F || scale == 0.0F) scale = 1.0F;
    decode = rounded(1.0 / wide(scale));
    const float by_six = rounded(wide(scale) * wide(1.0F / 6.0F));
    const float wanted = rounded(wide(tile_amax) * wide(by_six));
    code = to_fp8<E4M3>(std::fmin(wanted, std::numeric_limits<float>::max()));
    const float product = rounded(wide(from_fp8<E4M3>(code)) * wide(decode));
    reciprocal = std::fmin(rounded(1.0 / wide(product)), std::numeric_limits<float>::max());
  }
};

TEST(Nvfp4Scale, FollowsItsDefinitionStepByStep) {
  for (const float tensor_amax : tensor_amaxes) {
    const Nvfp4TensorScale tensor = nvfp4_tensor_scale(tensor_amax);
    for (std::uint32_t bf16 = 0; bf16 <= 0x7f80; ++bf16) {
      const float tile_amax = float_of(bf16 << 16);
      const StepByStep expected(tensor_amax, tile_amax);
      const Nvfp4TileScale tile = nvfp4_tile_scale(tile_amax, tensor);
      ASSERT_EQ(tensor.decode, expected.decode);
      ASSERT_EQ(tile.code, expected.code) << tensor_amax << ", " << tile_amax;
      ASSERT_EQ(tile.reciprocal, tile.code == 0 ? 0.0F : expected.reciprocal) << tensor_amax << ", " << tile_amax;
    }
  }
}

/// Codes that differ when an element is scaled by `other(x, tile, tensor)` in place of x * r, over seeded pairs of a
/// tile's largest magnitude and an element.
template <class Other>
int changed_codes(float tensor_amax, Other other) {
  const Nvfp4TensorScale tensor = nvfp4_tensor_scale(tensor_amax);
  int changed = 0;
  for (std::size_t i = 0; i < 200000; ++i) {
    const float amax = round_to_bf16(tensor_amax * std::fabs(seeded<float>(1, i)));
    const Nvfp4TileScale tile = nvfp4_tile_scale(amax, tensor);
    const float x = round_to_bf16(amax * seeded<float>(2, i));
    changed += to_e2m1(multiply(x, tile.reciprocal)) != to_e2m1(other(x, tile, tensor)) ? 1 : 0;
  }
  return changed;
}

TEST(Nvfp4Scale, IsItsOrderOfOperations) {
  const auto same = [](float x, const Nvfp4TileScale& tile, const Nvfp4TensorScale&) {
    return multiply(x, tile.reciprocal);
  };
  const auto scale_over_code = [](float x, const Nvfp4TileScale& tile, const Nvfp4TensorScale& tensor) {
    return multiply(x, divide(reciprocal(tensor.decode), from_fp8<E4M3>(tile.code)));
  };
  const auto division = [](float x, const Nvfp4TileScale& tile, const Nvfp4TensorScale& tensor) {
    return divide(x, multiply(from_fp8<E4M3>(tile.code), tensor.decode));
  };
  EXPECT_EQ(changed_codes(5.3F, same), 0);
  EXPECT_GT(changed_codes(5.3F, scale_over_code), 0);
  EXPECT_GT(changed_codes(448.0F * 6.0F * 8.0F, division), 0);
}

TEST(Nvfp4Scale, OfAnEmptyOrInfiniteTensorIsOne) {
  EXPECT_EQ(nvfp4_tensor_scale(0.0F).decode, 1.0F);
  EXPECT_EQ(nvfp4_tensor_scale(infinity).decode, 1.0F);
}

TEST(Nvfp4Scale, OfATinyOrUnknownTensorIsTheLargest) {
  for (const float amax : {1e-40F, std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_EQ(nvfp4_tensor_scale(amax).decode, 1.0F / std::numeric_limits<float>::max());
    EXPECT_EQ(nvfp4_tensor_scale(amax).encode_by_six, std::numeric_limits<float>::max() * (1.0F / 6.0F));
  }
}

TEST(Nvfp4Scale, SaturatesAndReachesItsMaximum) {
  EXPECT_EQ(nvfp4_tile_scale(5.3F, nvfp4_tensor_scale(5.3F)).code, 0x7e);
  EXPECT_EQ(nvfp4_tile_scale(infinity, nvfp4_tensor_scale(5.3F)).code, 0x7e);
  EXPECT_EQ(nvfp4_tile_scale(100.0F, nvfp4_tensor_scale(5.3F)).code, 0x7e);
}

TEST(Nvfp4Scale, ThatRoundsToZeroMakesZerosThatKeepTheirSign) {
  const Nvfp4TensorScale tensor = nvfp4_tensor_scale(2688.0F);  // S = 1
  const float largest_lost = 6.0F * 0x1p-10F;                   // its E4M3 scale is a tie, which goes to 0
  EXPECT_EQ(nvfp4_tile_scale(std::nextafter(largest_lost, 0.0F), tensor).code, 0);
  EXPECT_EQ(nvfp4_tile_scale(1.1F * largest_lost, tensor).code, 1);
  const Nvfp4TileScale tile = nvfp4_tile_scale(0x1p-8F, tensor);
  EXPECT_EQ(tile.code, 0);
  EXPECT_EQ(to_e2m1(multiply(0x1p-8F, tile.reciprocal)), 0U);
  EXPECT_EQ(to_e2m1(multiply(-0x1p-8F, tile.reciprocal)), 8U);
}

}  // namespace
}  // namespace warpmark::test
