#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/quantize/activation.cuh"

namespace warpmark::test {
namespace {

using quantize::Gelu;
using quantize::Silu;

// The formulas as they are written down, where double has digits to spare for them.
double tanh_of_gelu(double x) { return std::tanh(0.79788456 * x * (1.0 + 0.044715 * x * x)); }
double gelu(double x) { return x * (0.5 + 0.5 * std::tanh(x * (0.79788456 + 0.03567741 * x * x))); }
double dgelu(double x) {
  const double t = tanh_of_gelu(x);
  return 0.5 * x * (1.0 - t * t) * (0.79788456 + 0.1070322243 * x * x) + 0.5 * (1.0 + t);
}
double silu(double x) { return x / (1.0 + std::exp(-x)); }
double dsilu(double x) {
  const double s = 1.0 / (1.0 + std::exp(-x));
  return x * s * (1.0 - s) + s;
}

template <class T>
class Activation : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Activation, Precisions);

TYPED_TEST(Activation, IsItsFormula) {
  using T = TypeParam;
  constexpr double tolerance = sizeof(T) == sizeof(float) ? 1e-6 : 1e-8;  // gelu's two constants agree to 8 digits
  for (int i = -400; i <= 400; ++i) {
    const double x = i / 100.0;
    const T rounded = static_cast<T>(x);
    EXPECT_NEAR(Gelu::value(rounded), gelu(x), tolerance * (1.0 + std::fabs(x))) << x;
    EXPECT_NEAR(Gelu::derivative(rounded), dgelu(x), tolerance * (1.0 + std::fabs(x))) << x;
    EXPECT_NEAR(Silu::value(rounded), silu(x), tolerance * (1.0 + std::fabs(x))) << x;
    EXPECT_NEAR(Silu::derivative(rounded), dsilu(x), tolerance * (1.0 + std::fabs(x))) << x;
  }
}

TYPED_TEST(Activation, HasItsLimits) {
  using T = TypeParam;
  for (const T large : {T(100), T(1e4), T(1e18)}) {
    EXPECT_EQ(Gelu::value(large), large);
    EXPECT_EQ(Gelu::value(-large), T(0));
    EXPECT_EQ(Gelu::derivative(large), T(1));
    EXPECT_EQ(Gelu::derivative(-large), T(0));
    EXPECT_EQ(Silu::value(large), large);
    EXPECT_EQ(Silu::value(-large), T(0));
    EXPECT_EQ(Silu::derivative(large), T(1));
    EXPECT_EQ(Silu::derivative(-large), T(0));
  }
  EXPECT_EQ(Gelu::value(T(0)), T(0));
  EXPECT_TRUE(std::signbit(Gelu::value(T(-0.0)))) << "-0 stays -0";
  EXPECT_EQ(Gelu::derivative(T(0)), T(0.5));
  EXPECT_EQ(Silu::derivative(T(0)), T(0.5));
  EXPECT_NEAR(Gelu::value(T(1e-4)), 0.5e-4, 1e-8);
}

TYPED_TEST(Activation, KeepsTheSmallResultsOfLargeNegativeInputsUntilTheSigmoidUnderflows) {
  using T = TypeParam;
  // Relative errors: the written formula of gelu loses all digits here, in double too.
  EXPECT_NEAR(Gelu::value(T(-8)) / (-8 / (1.0 + std::exp(2 * 8 * (0.79788456 + 0.03567741 * 64)))), 1.0, 1e-4);
  EXPECT_NEAR(Silu::value(T(-87)) / (-87 * std::exp(-87.0)), 1.0, 1e-4);
  EXPECT_EQ(Silu::value(T(-87.5)), T(0)) << "e^-87.5 is below 2^-126";
}

TYPED_TEST(Activation, OfGeluHasNoDerivativeWhereTheSquareOverflows) {
  using T = TypeParam;
  constexpr T largest_with_one = 0x1.fep63F;  // the last bf16 below 2^64
  EXPECT_EQ(Gelu::derivative(largest_with_one), T(1));
  EXPECT_EQ(Gelu::derivative(-largest_with_one), T(0));
  for (const T large : {T(0x1p64F), T(1e20F), std::numeric_limits<T>::infinity()}) {
    EXPECT_TRUE(std::isnan(Gelu::derivative(large))) << large;
    EXPECT_TRUE(std::isnan(Gelu::derivative(-large))) << large;
  }
  EXPECT_EQ(Silu::derivative(T(1e20F)), T(1));
  EXPECT_EQ(Gelu::value(T(1e20F)), T(1e20F));
  EXPECT_EQ(Gelu::value(T(-1e20F)), T(0));
}

TYPED_TEST(Activation, OfNaNIsNaN) {
  using T = TypeParam;
  constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();
  EXPECT_TRUE(std::isnan(Gelu::value(not_a_number)));
  EXPECT_TRUE(std::isnan(Gelu::derivative(not_a_number)));
  EXPECT_TRUE(std::isnan(Silu::value(not_a_number)));
  EXPECT_TRUE(std::isnan(Silu::derivative(not_a_number)));
  EXPECT_TRUE(std::isnan(Silu::value(-std::numeric_limits<T>::infinity()))) << "-Inf * 0";
}

}  // namespace
}  // namespace warpmark::test
