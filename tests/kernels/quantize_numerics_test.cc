#include <cuda_fp4.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/quantize/e2m1.cuh"
#include "kernels/quantize/e8m0.cuh"
#include "kernels/quantize/fp8.cuh"
#include "tests/kernels/fp32_patterns.h"
#include "tests/kernels/fp32_special.h"

namespace warpmark::test {
namespace {

using namespace quantize;

TEST(E8m0, RoundsUpAsTheCudaHeaderDoes) {
  for (const std::uint32_t pattern : fp32_patterns()) {
    const float scale = float_of(pattern);
    ASSERT_EQ(e8m0_ceil(scale), __nv_cvt_float_to_e8m0(scale, __NV_SATFINITE, cudaRoundPosInf))
        << std::hex << pattern << " = " << scale;
  }
}

TEST(E8m0, HasItsEncodings) {
  EXPECT_EQ(e8m0_ceil(0.0F), 0U);
  EXPECT_EQ(e8m0_ceil(std::numeric_limits<float>::denorm_min()), 0U);
  EXPECT_EQ(e8m0_ceil(0x1p-127F), 0U);
  EXPECT_EQ(e8m0_ceil(std::nextafter(0x1p-127F, 1.0F)), 1U);
  EXPECT_EQ(e8m0_ceil(1.0F), 127U);
  EXPECT_EQ(e8m0_ceil(std::nextafter(1.0F, 2.0F)), 128U);
  EXPECT_EQ(e8m0_ceil(0x1p127F), 254U);
  EXPECT_EQ(e8m0_ceil(std::numeric_limits<float>::max()), 254U);
  EXPECT_EQ(e8m0_ceil(infinity), 254U);
  EXPECT_EQ(e8m0_ceil(not_a_number), 255U);
  EXPECT_EQ(e8m0_ceil(-not_a_number), 255U);
}

TEST(E8m0, DecodesToPowersOfTwoWithExactReciprocals) {
  for (std::uint32_t e = 0; e < 255; ++e) {
    const double power = std::ldexp(1.0, static_cast<int>(e) - 127);
    ASSERT_EQ(static_cast<double>(e8m0_decode(e)), power) << e;
    ASSERT_EQ(static_cast<double>(e8m0_reciprocal(e)), 1.0 / power) << e;
  }
  EXPECT_TRUE(std::isnan(e8m0_decode(255)));
  EXPECT_TRUE(std::isnan(e8m0_reciprocal(255)));
  EXPECT_EQ(bits_of(e8m0_reciprocal(254)), 0x00400000U);
}

/// One rounded multiplication by fp32(1/448) yields the exponent that exact arithmetic does: scales can be compared
/// exactly.
TEST(E8m0, OfEveryPositiveBf16IsTheExactExponent) {
  for (std::uint32_t bf16 = 1; bf16 <= 0x7f7f; ++bf16) {
    const float amax = float_of(bf16 << 16);
    const std::uint32_t e = e8m0_ceil(multiply(amax, reciprocal_of_max<E4M3>));
    const auto largest_at = [](std::uint32_t exponent) {
      return std::ldexp(448.0, static_cast<int>(exponent) - 127);  // exact in double
    };
    ASSERT_GE(largest_at(e), static_cast<double>(amax));
    ASSERT_TRUE(e == 0 || largest_at(e - 1) < static_cast<double>(amax)) << amax;
  }
  EXPECT_EQ(e8m0_ceil(multiply(float_of(0x7f7f0000U), reciprocal_of_max<E4M3>)), 247U) << "the largest bf16";
  EXPECT_EQ(e8m0_ceil(multiply(infinity, reciprocal_of_max<E4M3>)), 254U);
}

TEST(E2m1, RoundsAsTheCudaHeaderDoes) {
  for (const std::uint32_t pattern : fp32_patterns()) {
    for (const std::uint32_t sign : {0U, sign_bit}) {
      const float value = float_of(pattern | sign);
      ASSERT_EQ(to_e2m1(value), __nv_cvt_float_to_fp4(value, __NV_E2M1, cudaRoundNearest))
          << std::hex << (pattern | sign) << " = " << value;
    }
  }
}

TEST(E2m1, HasItsEncodings) {
  constexpr float values[] = {0.0F, 0.5F, 1.0F, 1.5F, 2.0F, 3.0F, 4.0F, 6.0F};
  for (std::uint32_t code = 0; code < 8; ++code) {
    EXPECT_EQ(from_e2m1(code), values[code]);
    EXPECT_EQ(from_e2m1(code | 8U), -values[code]);
    EXPECT_EQ(to_e2m1(values[code]), code);
    EXPECT_EQ(to_e2m1(-values[code]), code | 8U) << "-0 keeps its sign too";
  }
  EXPECT_EQ(to_e2m1(infinity), 7U);
  EXPECT_EQ(to_e2m1(-infinity), 15U);
  EXPECT_EQ(to_e2m1(not_a_number), 7U);
  EXPECT_EQ(to_e2m1(-not_a_number), 7U);
  EXPECT_EQ(to_e2m1_pair(0.5F, -6.0F), 0xf1U);
}

TEST(E2m1, RoundsTiesToEvenCodes) {
  const std::pair<float, float> ties[] = {{0.25F, 0.0F}, {0.75F, 1.0F}, {1.25F, 1.0F}, {1.75F, 2.0F},
                                          {2.5F, 2.0F},  {3.5F, 4.0F},  {5.0F, 4.0F}};
  for (const auto& [tie, even] : ties) {
    EXPECT_EQ(from_e2m1(to_e2m1(tie)), even);
    EXPECT_EQ(from_e2m1(to_e2m1(-tie)), -even);
    EXPECT_LT(from_e2m1(to_e2m1(std::nextafter(tie, 0.0F))), tie);
    EXPECT_GT(from_e2m1(to_e2m1(std::nextafter(tie, infinity))), tie);
  }
}

template <class Format>
class Fp8 : public testing::Test {};
using Formats = testing::Types<E4M3, E5M2>;
TYPED_TEST_SUITE(Fp8, Formats);

TYPED_TEST(Fp8, RoundsBetweenNeighbouringCodesToTheNearestAndToTheEvenOne) {
  const std::uint8_t largest = to_fp8<TypeParam>(TypeParam::max);
  for (std::uint32_t code = 0; code < largest; ++code) {
    const float below = from_fp8<TypeParam>(static_cast<std::uint8_t>(code));
    const float above = from_fp8<TypeParam>(static_cast<std::uint8_t>(code + 1));
    const float tie = (below + above) / 2.0F;  // exact
    ASSERT_LT(below, above);
    ASSERT_EQ(to_fp8<TypeParam>(below), code);
    ASSERT_EQ(to_fp8<TypeParam>(tie), code + code % 2);
    ASSERT_EQ(to_fp8<TypeParam>(std::nextafter(tie, below)), code);
    ASSERT_EQ(to_fp8<TypeParam>(std::nextafter(tie, above)), code + 1);
    ASSERT_EQ(to_fp8<TypeParam>(-tie), to_fp8<TypeParam>(tie) | 0x80U);
  }
}

TYPED_TEST(Fp8, SaturatesAndKeepsNaN) {
  const std::uint8_t largest = to_fp8<TypeParam>(TypeParam::max);
  EXPECT_EQ(from_fp8<TypeParam>(largest), TypeParam::max);
  EXPECT_EQ(to_fp8<TypeParam>(std::numeric_limits<float>::max()), largest);
  EXPECT_EQ(to_fp8<TypeParam>(infinity), largest);
  EXPECT_EQ(to_fp8<TypeParam>(-infinity), largest | 0x80U);
  EXPECT_TRUE(std::isnan(from_fp8<TypeParam>(to_fp8<TypeParam>(not_a_number))));
  for (const std::uint32_t nan : {0x7fc00000U, 0xffc00000U, 0x7f800001U, 0xffffffffU}) {
    EXPECT_EQ(to_fp8<TypeParam>(float_of(nan)), 0x7f) << std::hex << nan;
    EXPECT_EQ(to_fp8_pair<TypeParam>(float_of(nan), 0.0F), 0x007f) << std::hex << nan;
  }
  EXPECT_EQ(to_fp8<TypeParam>(-0.0F), 0x80U);
}

TYPED_TEST(Fp8, PutsThePairsFirstIntoTheLowByte) {
  for (const float low : {0.0F, -1.0F, 3.0F, infinity}) {
    for (const float high : {0.0F, 0.3F, -500.0F}) {
      EXPECT_EQ(to_fp8_pair<TypeParam>(low, high), to_fp8<TypeParam>(low) | to_fp8<TypeParam>(high) << 8);
    }
  }
}

TEST(Fp8Encodings, AreThoseOfTheFormats) {
  EXPECT_EQ(to_fp8<E4M3>(infinity), 0x7e);
  EXPECT_EQ(to_fp8<E4M3>(-infinity), 0xfe);
  EXPECT_EQ(to_fp8<E4M3>(not_a_number), 0x7f);
  EXPECT_EQ(to_fp8<E4M3>(1.0F), 0x38);
  EXPECT_EQ(to_fp8<E4M3>(0x1p-9F), 0x01) << "the smallest";
  EXPECT_EQ(to_fp8<E4M3>(0x1p-10F), 0x00) << "half the smallest, a tie";
  EXPECT_EQ(to_fp8<E4M3>(std::nextafter(0x1p-10F, 1.0F)), 0x01);
  EXPECT_EQ(to_fp8<E5M2>(infinity), 0x7b);
  EXPECT_EQ(to_fp8<E5M2>(1.0F), 0x3c);
}

TEST(RoundToBf16, RoundsToNearestEven) {
  EXPECT_EQ(bits_of(round_to_bf16(float_of(0x3f808000U))), 0x3f800000U);
  EXPECT_EQ(bits_of(round_to_bf16(float_of(0x3f808001U))), 0x3f810000U);
  EXPECT_EQ(bits_of(round_to_bf16(float_of(0x3f818000U))), 0x3f820000U);
  EXPECT_EQ(bits_of(round_to_bf16(-0.0F)), sign_bit);
  EXPECT_EQ(round_to_bf16(std::numeric_limits<float>::max()), infinity);
  EXPECT_TRUE(std::isnan(round_to_bf16(not_a_number)));
  for (std::uint32_t bf16 = 0; bf16 <= 0x7f80; ++bf16) {
    ASSERT_EQ(bits_of(round_to_bf16(float_of(bf16 << 16))), bf16 << 16);
  }
}

}  // namespace
}  // namespace warpmark::test
