#include "harness/compare/estimate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warpmark::compare {
namespace {

TEST(Estimate, of_one_time_each_is_their_quotient_and_no_interval) {
  const Estimate result = estimate({.before_us = {458.8}, .after_us = {453.1}});
  EXPECT_EQ(result.ratio, 458.8 / 453.1);
  EXPECT_FALSE(result.interval);
  EXPECT_EQ(result.basis, "one process");
  EXPECT_EQ(estimate({.before_us = {1, 1}, .after_us = {2}}).basis, "one process on one side");
}

// Logarithms of before: 0, 0.02, 0.04, sd 0.02; of after: all 0. Welch: se 0.02 / sqrt(3), 2 degrees of freedom.
TEST(Estimate, of_two_runs_is_welchs) {
  const Estimate result = estimate({.before_us = {1, std::exp(0.02), std::exp(0.04)}, .after_us = {1, 1, 1}});
  EXPECT_NEAR(result.ratio, std::exp(0.02), 1e-12);
  EXPECT_NEAR(result.ratio, result.before_us / result.after_us, 1e-12);
  ASSERT_TRUE(result.interval);
  const double reach = 4.302653 * 0.02 / std::sqrt(3);
  EXPECT_NEAR(std::log(result.interval->low), 0.02 - reach, 1e-7);
  EXPECT_NEAR(std::log(result.interval->high), 0.02 + reach, 1e-7);
  EXPECT_EQ(result.basis, "3 processes each");
}

TEST(Estimate, of_shared_processes_takes_out_what_they_share) {
  const std::vector<double> before_us = {100, 110, 120};
  const std::vector<double> after_us = {99, 109, 119};
  const Estimate paired = estimate({.before_us = before_us, .after_us = after_us, .is_paired = true});
  const Estimate apart = estimate({.before_us = before_us, .after_us = after_us});
  EXPECT_NEAR(paired.ratio, apart.ratio, 1e-12);
  EXPECT_LT(paired.interval->high - paired.interval->low, 0.01);
  EXPECT_GT(apart.interval->high - apart.interval->low, 0.1);
}

TEST(Estimate, prefers_what_a_process_measured_interleaved) {
  const Estimate result = estimate({.before_us = {10, 12},
                                    .after_us = {10, 10},
                                    .is_paired = true,
                                    .interleaved = {{1.01, Interval{1.009, 1.011}}, {1.01, Interval{1.009, 1.011}}}});
  EXPECT_NEAR(result.ratio, 1.01, 1e-12);
  EXPECT_TRUE(result.interval->contains(1.01));
  // Both agree to the last digit, and yet their own intervals are some width.
  EXPECT_GT(result.interval->high - result.interval->low, 0.001);
  EXPECT_EQ(result.basis, "interleaved in 2 processes");
}

TEST(Estimate, of_one_interleaved_process_has_its_interval) {
  const Estimate result =
      estimate({.before_us = {10}, .after_us = {10}, .interleaved = {{1.01, Interval{1.009, 1.011}}}});
  EXPECT_EQ(result.interval->low, 1.009);
  EXPECT_LT(result.p, 1e-6);
  EXPECT_FALSE(estimate({.before_us = {10}, .after_us = {10}, .interleaved = {{1.01, {}}}}).interval);
}

TEST(Estimate, of_identical_values_is_no_surer_than_the_clock) {
  const Observations silent{.before_us = {3.2, 3.2, 3.2}, .after_us = {3.2, 3.2, 3.2}, .clock_step_us = 0.032};
  const Estimate result = estimate(silent);
  EXPECT_EQ(result.p, 1);
  EXPECT_GT(result.interval->high, 1.005);
  Observations paired = silent;
  paired.is_paired = true;
  EXPECT_GT(estimate(paired).interval->high, 1.005);
  Observations unknown_clock = silent;
  unknown_clock.clock_step_us = 0;
  EXPECT_EQ(estimate(unknown_clock).interval->high, 1);
}

TEST(Estimate, swapped_is_mirrored) {
  const Observations forth{.before_us = {10, 10.1, 9.9}, .after_us = {9, 9.2, 9.1}};
  const Observations back{.before_us = forth.after_us, .after_us = forth.before_us};
  EXPECT_NEAR(estimate(forth).ratio, 1 / estimate(back).ratio, 1e-12);
  EXPECT_NEAR(estimate(forth).interval->low, 1 / estimate(back).interval->high, 1e-12);
  EXPECT_NEAR(estimate(forth).p, estimate(back).p, 1e-12);
}

}  // namespace
}  // namespace warpmark::compare
