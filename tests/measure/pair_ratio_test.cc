#include "harness/measure/pair_ratio.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace warpmark {
namespace {

constexpr double step_us = 0.032;

Turn turn(double first_us, double second_us) { return {{{.busy_us = first_us}}, {{.busy_us = second_us}}}; }

/// A pair whose arms share a drift and differ by `ratio` and by a noise of their own.
std::vector<Turn> drifting(double ratio, int count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0, 0.002);
  std::vector<Turn> turns;
  for (int i = 0; i < count; ++i) {
    const double drift = 1 + 0.1 * i / count;
    turns.push_back(turn(100 * ratio * drift * (1 + noise(random)), 100 * drift * (1 + noise(random))));
  }
  return turns;
}

TEST(PairRatio, IsOfTheFirstOverTheSecondWithAnIntervalAroundIt) {
  const auto found = pair_ratio(drifting(1.08, 40, 1), step_us);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->ratio, 1.08, 0.002);
  EXPECT_LT(found->low, found->ratio);
  EXPECT_GT(found->high, found->ratio);
}

TEST(PairRatio, WhatBothShareCancels) {
  const auto found = pair_ratio(drifting(1.08, 40, 1), step_us);
  ASSERT_TRUE(found);
  EXPECT_LT(found->high - found->low, 0.004);  // the times themselves drift by 10 %
}

TEST(PairRatio, SwappedArmsGiveTheInverse) {
  std::vector<Turn> turns = drifting(1.08, 40, 1);
  const auto one_way = pair_ratio(turns, step_us);
  for (Turn& each : turns) std::swap(each.first, each.second);
  const auto other_way = pair_ratio(turns, step_us);
  ASSERT_TRUE(one_way && other_way);
  EXPECT_NEAR(other_way->ratio, 1 / one_way->ratio, 1e-12);
  EXPECT_NEAR(other_way->low, 1 / one_way->high, 1e-12);
}

TEST(PairRatio, ItsIntervalHoldsTheTruthAboutAsOftenAsItSays) {
  int held = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const auto found = pair_ratio(drifting(1.08, 32, seed), step_us);
    if (found && found->low <= 1.08 && 1.08 <= found->high) ++held;
  }
  EXPECT_GT(held, 925);
  EXPECT_LT(held, 980);
}

TEST(PairRatio, ADisturbedTurnDoesNotMoveIt) {
  std::vector<Turn> turns = drifting(1.08, 40, 1);
  turns[7].first.front().busy_us *= 20;
  const auto found = pair_ratio(turns, step_us);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->ratio, 1.08, 0.002);
}

TEST(PairRatio, EqualTimesDoNotClaimToBeExact) {
  const auto found = pair_ratio(std::vector<Turn>(20, turn(1.92, 1.92)), step_us);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ratio, 1);
  EXPECT_GT(found->high, 1.002);
}

TEST(PairRatio, IsAbsentWithTooFewTurnsOrWithoutTimes) {
  EXPECT_FALSE(pair_ratio({}, step_us));
  EXPECT_FALSE(pair_ratio(drifting(1.08, 4, 1), step_us));
  EXPECT_FALSE(pair_ratio(std::vector<Turn>(20, turn(1, 0)), step_us));
  EXPECT_FALSE(pair_ratio(std::vector<Turn>(20, turn(0, 0)), step_us));
  EXPECT_FALSE(pair_ratio(std::vector<Turn>(20), step_us));
}

}  // namespace
}  // namespace warpmark
