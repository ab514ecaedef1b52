#include "harness/gate/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace warpmark {
namespace {

constexpr double half_pi = std::numbers::pi / 2;

TEST(Noise, the_centre_gives_each_session_one_vote) {
  EXPECT_DOUBLE_EQ(centre_us({{10, 10, 10, 10, 10, 10}, {12}, {11, 11}}), 11);
  EXPECT_DOUBLE_EQ(centre_us({{10, 11, 90}}), 11);
}

TEST(Noise, process_sd_is_pooled_within_sessions) {
  // Squared deviations 2 and 8 over 2 + 2 degrees of freedom: sd sqrt(2.5), centre 105.
  const Noise noise = noise_of({{99, 100, 101}, {108, 110, 112}}, 0);
  EXPECT_NEAR(noise.process_sd, std::sqrt(10.0 / 4) / 105, 1e-12);
}

TEST(Noise, session_sd_is_what_processes_do_not_explain) {
  // Session medians 100 and 110: variance 50; processes of variance 2.5 explain pi/2 * 2.5 / 3 of it.
  const Noise noise = noise_of({{99, 100, 101}, {108, 110, 112}}, 0);
  EXPECT_NEAR(noise.session_sd, std::sqrt(50 - half_pi * 2.5 / 3) / 105, 1e-12);
}

TEST(Noise, sessions_closer_than_their_processes_add_nothing) {
  EXPECT_EQ(noise_of({{90, 100, 110}, {91, 101, 111}}, 0).session_sd, 0);
}

TEST(Noise, one_session_says_nothing_of_others) { EXPECT_EQ(noise_of({{99, 100, 101}}, 0).session_sd, 0); }

TEST(Noise, agreement_of_a_coarse_clock_is_no_silence) {
  EXPECT_NEAR(noise_of({{2, 2, 2, 2, 2}}, 0.032).process_sd, 0.032 / std::sqrt(12.0) / 2, 1e-12);
  EXPECT_NEAR(noise_of({{99, 100, 101}}, 0.032).process_sd, 0.01, 1e-12) << "a wider spread needs no help";
}

TEST(Noise, the_floor_is_three_standard_errors_of_the_difference_of_medians) {
  const SessionTimes five_processes = {{1, 1, 1, 1, 1}};
  EXPECT_NEAR(noise_floor({.process_sd = 0.01, .session_sd = 0}, five_processes, 5),
              3 * 0.01 * std::sqrt(half_pi * 0.4), 1e-12);
  EXPECT_NEAR(noise_floor({.process_sd = 0, .session_sd = 0.01}, five_processes, 5), 3 * 0.01 * std::sqrt(2.0), 1e-12);
  const SessionTimes two_sessions = {{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}};
  EXPECT_NEAR(noise_floor({.process_sd = 0.01, .session_sd = 0.02}, two_sessions, 5),
              3 * std::sqrt(half_pi * 1e-4 * 0.3 + 4e-4 * 1.5), 1e-12);
}

TEST(Noise, fewer_processes_need_a_wider_tolerance) {
  const SessionTimes sessions = {{99, 100, 101}};
  const Noise noise = noise_of(sessions, 0);
  EXPECT_GT(noise_floor(noise, sessions, 1), noise_floor(noise, sessions, 5));
}

}  // namespace
}  // namespace warpmark
