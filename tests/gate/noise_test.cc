#include "harness/gate/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/gate/builders.h"

namespace warpmark {
namespace {

constexpr double half_pi = std::numbers::pi / 2;

TEST(Noise, the_centre_gives_each_session_one_vote) {
  EXPECT_DOUBLE_EQ(centre_us({{10, 10, 10, 10, 10, 10}, {12}, {11, 11}}), 11);
  EXPECT_DOUBLE_EQ(centre_us({{10, 11, 90}}), 11);
}

/// exp(x), to write times as the logarithms that are judged.
std::vector<double> exps(std::vector<double> logs) {
  for (double& log : logs) log = std::exp(log);
  return logs;
}

TEST(Noise, of_processes_is_pooled_within_sessions) {
  const Noise noise = own_noise({exps({-0.01, 0, 0.01}), exps({0.98, 1, 1.02})});
  EXPECT_NEAR(noise.process.value, (2e-4 + 8e-4) / 4, 1e-12);
  EXPECT_EQ(noise.process.freedom, 4);
}

TEST(Noise, of_sessions_is_what_processes_do_not_explain) {
  const Noise noise = own_noise({exps({-0.01, 0, 0.01}), exps({0.08, 0.1, 0.12})});
  EXPECT_NEAR(noise.session.value, 0.1 * 0.1 / 2 - half_pi * 2.5e-4 / 3, 1e-12);
  EXPECT_EQ(noise.session.freedom, 1);
  EXPECT_EQ(own_noise({{99, 100, 101}}).session.freedom, 0) << "one session says nothing of others";
}

TEST(Noise, one_outlier_counts_as_the_second_farthest_does_and_two_are_none) {
  const std::vector<double> quiet = {-0.01, 0.01, -0.01, 0.01, 0, 0, 0, 0, 0};
  auto with_one = quiet;
  with_one[8] = 3;
  EXPECT_NEAR(own_noise({exps(with_one)}).process.value, (5e-4 - 1e-4 / 9) / 8, 1e-10);
  auto with_two = with_one;
  with_two[7] = 3;
  EXPECT_GT(own_noise({exps(with_two)}).process.value, 1);
}

Noise of(const NoiseModel& model, const Baseline& baseline, const std::string& key, double clock_step_us = 0) {
  SessionTimes sessions;
  for (const auto& [id, times] : baseline.rows.at(key).time_us) sessions.push_back(times);
  return model.of(key, sessions, clock_step_us);
}

TEST(NoiseModel, agreement_of_a_coarse_clock_is_no_silence) {
  const Baseline baseline = baseline_of(Times{{"k", five(2)}});
  EXPECT_NEAR(of(NoiseModel(baseline, {}), baseline, "k", 0.032).process.value, 0.016 * 0.016 / 12, 1e-12);
}

TEST(NoiseModel, a_row_has_the_noise_of_rows_like_it_unless_its_own_is_larger_than_chance) {
  Times quiet;
  for (int index = 0; index < 20; ++index) quiet[numbered(index)] = {99.9, 100, 100.1};
  quiet["still"] = {100, 100, 100};
  quiet["wild"] = {90, 100, 110};
  quiet["long"] = {1000, 1000, 1000};
  const Baseline baseline = baseline_of(quiet);
  const NoiseModel model(baseline, {});
  EXPECT_NEAR(std::sqrt(of(model, baseline, "still").process.value), 0.00115, 0.0003);
  EXPECT_EQ(of(model, baseline, "still").process.freedom, 44) << "two of each of 22 rows";
  EXPECT_NEAR(std::sqrt(of(model, baseline, "wild").process.value), 0.1, 0.005);
  EXPECT_EQ(of(model, baseline, "wild").process.freedom, 10);
  EXPECT_EQ(of(model, baseline, "long").process.value, 0) << "of another duration";
}

TEST(NoiseModel, what_all_rows_of_a_session_share_is_common) {
  std::vector<Times> sessions;
  for (const double shift : {1.0, 1.01, 0.99}) {
    Times& times = sessions.emplace_back();
    for (int index = 0; index < 9; ++index) times[numbered(index)] = five(100 * shift);
  }
  const Baseline baseline = baseline_of(sessions);
  const Noise noise = of(NoiseModel(baseline, {}), baseline, "k3");
  EXPECT_NEAR(noise.session.value, 0, 1e-12);
  EXPECT_NEAR(std::sqrt(noise.common.value), 0.01, 1e-4);
  EXPECT_EQ(noise.common.freedom, 2);
  const Noise two_left = of(NoiseModel(baseline, {{"s1", "other driver"}}), baseline, "k3");
  EXPECT_EQ(two_left.common.freedom, 1);
}

}  // namespace
}  // namespace warpmark
