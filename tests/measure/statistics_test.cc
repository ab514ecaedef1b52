#include "harness/measure/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace warpmark {
namespace {

TEST(CentreOf, IsTheMeanOfTheMiddleHalf) {
  EXPECT_DOUBLE_EQ(centre_of({1, 2, 3, 4, 5, 6, 7, 1000}, 0).time_us, (3 + 4 + 5 + 6) / 4.0);
  EXPECT_DOUBLE_EQ(centre_of({5}, 0).time_us, 5);
  EXPECT_DOUBLE_EQ(centre_of({4, 2}, 0).time_us, 3);
}

TEST(CentreOf, IgnoresAQuarterOfTheSamplesWhateverTheyAre) {
  const double clean = centre_of({10, 10, 10, 10, 10, 10, 10, 10}, 0).time_us;
  EXPECT_DOUBLE_EQ(centre_of({10, 10, 10, 10, 10, 10, 9999, 9999}, 0).time_us, clean);
  EXPECT_DOUBLE_EQ(centre_of({0.1, 0.1, 10, 10, 10, 10, 10, 10}, 0).time_us, clean);
}

TEST(CentreOf, DoesNotDependOnTheOrder) {
  const Centre forward = centre_of({1, 5, 2, 8, 3, 9, 4}, 0.1);
  const Centre backward = centre_of({4, 9, 3, 8, 2, 5, 1}, 0.1);
  EXPECT_EQ(forward.time_us, backward.time_us);
  EXPECT_EQ(forward.half_width_us, backward.half_width_us);
}

TEST(CentreOf, ResolvesBelowTheClocksStep) {
  // A 3.479 us kernel read by a clock that steps by 32 ns.
  std::mt19937 random(1);
  std::uniform_real_distribution<double> phase(0, 0.032);
  std::vector<double> times_us;
  for (int i = 0; i < 4000; ++i) {
    const double start = phase(random);
    times_us.push_back(std::floor((start + 3.479) / 0.032) * 0.032 - std::floor(start / 0.032) * 0.032);
  }
  const Centre centre = centre_of(times_us, 0.032);
  EXPECT_GT(std::abs(centre.median_us - 3.479), 0.005);
  EXPECT_NEAR(centre.time_us, 3.479, 0.013);
}

TEST(CentreOf, HasTheMedianAndItsAbsoluteDeviation) {
  const Centre centre = centre_of({1, 2, 4, 8, 16}, 0);
  EXPECT_DOUBLE_EQ(centre.median_us, 4);
  EXPECT_DOUBLE_EQ(centre.mad_us, 3);
}

TEST(CentreOf, HasNoIntervalBelowFiveSamples) {
  EXPECT_TRUE(std::isinf(centre_of({1, 1, 1, 1}, 0.032).half_width_us));
  EXPECT_TRUE(std::isfinite(centre_of({1, 1, 1, 1, 1}, 0.032).half_width_us));
}

TEST(CentreOf, EqualSamplesAreOnlyAsExactAsTheClock) {
  const Centre centre = centre_of(std::vector<double>(20, 1.92), 0.032);
  // n = 20, 10 kept: t(9) = 2.262, sd = step / sqrt(12).
  EXPECT_NEAR(centre.half_width_us, 2.262 * 0.032 / std::sqrt(12.0) / 0.5 / std::sqrt(20.0), 1e-4);
}

TEST(CentreOf, ItsIntervalHoldsTheTruthAboutNineteenTimesInTwenty) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(100, 1);
  int held = 0;
  constexpr int trials = 4000;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> times_us(12);
    for (double& time : times_us) time = noise(random);
    const Centre centre = centre_of(times_us, 0);
    if (std::abs(centre.time_us - 100) <= centre.half_width_us) ++held;
  }
  EXPECT_NEAR(static_cast<double>(held) / trials, 0.94, 0.02);
}

}  // namespace
}  // namespace warpmark
