#include "harness/compare/comparison.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "harness/compare/exit_code.h"
#include "harness/run/input_error.h"
#include "tests/compare/builders.h"

namespace warpmark::compare {
namespace {

using testing::HasSubstr;

Matched matched(std::vector<Match> matches) {
  Matched matched;
  matched.matches = std::move(matches);
  return matched;
}

Change change(const Match& match, const Options& options = {}) {
  return compare(matched({match}), options).pairs.at(0).change;
}

TEST(Comparison, tells_slower_faster_and_same) {
  EXPECT_EQ(change(match("a", {10, 10.01, 9.99}, {10.5, 10.51, 10.49})), Change::slower);
  EXPECT_EQ(change(match("a", {10, 10.01, 9.99}, {9.5, 9.51, 9.49})), Change::faster);
  EXPECT_EQ(change(match("a", {10, 10.01, 9.99}, {10.01, 10, 9.99})), Change::same);
}

TEST(Comparison, a_change_that_is_sure_and_small_is_none) {
  const Match small = match("a", {10, 10.001, 9.999}, {10.03, 10.031, 10.029});
  EXPECT_EQ(change(small), Change::same);
  EXPECT_EQ(change(small, {.least_change = 0.001}), Change::slower);
}

TEST(Comparison, does_not_call_same_what_it_does_not_know) {
  EXPECT_EQ(change(match("a", {10}, {10})), Change::unknown);
  EXPECT_EQ(change(match("a", {10, 12, 8}, {10, 11, 9})), Change::unknown);
  EXPECT_EQ(change(match("a", {10, 12, 8}, {10, 11, 9}), {.same_within = 1}), Change::same);
  Match doubtful = match("a", {10, 10, 10}, {5, 5, 5});
  doubtful.doubt = "clocks were held back";
  EXPECT_EQ(change(doubtful), Change::unknown);
}

TEST(Comparison, splits_the_cache_state_from_the_workload) {
  const Pair pair = compare(matched({match("a/l2:cold/s:1", {1}, {1})}), {}).pairs.at(0);
  EXPECT_EQ(pair.workload, "a/s:1");
  EXPECT_EQ(pair.cache, "cold");
}

TEST(Comparison, what_controls_do_is_noise) {
  const auto matches = {match("control/l2:cold", {10, 10.01, 9.99}, {10.2, 10.21, 10.19}),
                        match("little/l2:cold", {10, 10.01, 9.99}, {9.9, 9.91, 9.89}),
                        match("much/l2:cold", {10, 10.01, 9.99}, {9, 9.01, 8.99}),
                        match("much/l2:warm", {10, 10.01, 9.99}, {9, 9.01, 8.99})};
  const Comparison comparison = compare(matched(matches), {.control = {"control/*"}});
  EXPECT_NEAR(comparison.noise_floor.at("cold"), 0.0196, 1e-4);
  EXPECT_EQ(comparison.noise_floor.count("warm"), 0U);
  EXPECT_EQ(comparison.pairs[0].change, Change::same);
  EXPECT_EQ(comparison.pairs[1].change, Change::same);
  EXPECT_FALSE(comparison.pairs[1].is_outside_noise);
  EXPECT_EQ(comparison.pairs[2].change, Change::faster);
  EXPECT_TRUE(comparison.pairs[2].is_outside_noise);
  EXPECT_FALSE(comparison.pairs[3].is_outside_noise);  // no control was warm
  EXPECT_THROW(compare(matched(matches), {.control = {"contrl/*"}}), InputError);
}

TEST(Comparison, a_filter_looks_at_some_and_keeps_the_noise_of_all) {
  const Comparison comparison =
      compare(matched({match("control", {10, 10}, {10.2, 10.2}), match("a", {10, 10}, {9, 9})}),
              {.control = {"control"}, .filter = "a"});
  EXPECT_EQ(comparison.pairs.size(), 1U);
  EXPECT_EQ(comparison.all.by_cache.at("").n, 1U);
  EXPECT_EQ(comparison.noise_floor.size(), 1U);
}

TEST(Comparison, differing_results_are_the_verdict_and_times_the_reason) {
  Match differing = match("a", {10, 10.01, 9.99}, {9, 9.01, 8.99});
  differing.results_differ = true;
  Comparison comparison = compare(matched({match("b", {1, 1, 1}, {2, 2, 2}), differing}), {});
  sort(comparison.pairs, Order::importance);
  EXPECT_EQ(comparison.pairs[0].change, Change::results_differ);
  EXPECT_THAT(comparison.pairs[0].reason, HasSubstr("of the times: faster"));
  EXPECT_EQ(comparison.pairs[1].change, Change::slower);
}

TEST(Comparison, each_pair_knows_its_group) {
  Comparison comparison =
      compare(matched({match("a/s:1", {1}, {1}), match("b", {1}, {3}), match("a/s:2", {1}, {2})}), {});
  sort(comparison.pairs, Order::ratio);
  std::vector<std::string> groups;
  for (const Pair& pair : comparison.pairs) groups.push_back(comparison.groups.at(pair.group).name);
  EXPECT_EQ(groups, (std::vector<std::string>{"b", "a", "a"}));
}

TEST(ExitCode, is_1_where_fail_on_names_what_was_found) {
  Match differing = match("a", {10, 10, 10}, {10, 10, 10});
  differing.results_differ = true;
  const Comparison comparison = compare(matched({differing, match("b", {10, 10, 10}, {9, 9, 9})}), {});
  EXPECT_EQ(exit_code(comparison, {}), 0);
  EXPECT_EQ(exit_code(comparison, {fail_on_slower, fail_on_cannot_tell, fail_on_not_compared}), 0);
  EXPECT_EQ(exit_code(comparison, {fail_on_slower, fail_on_faster}), 1);
  EXPECT_EQ(exit_code(comparison, {fail_on_results}), 1);
  EXPECT_EQ(exit_code(compare({}, {}), {fail_on_results}), 3);
}

/// Five processes a side, spread 0.3 %.
std::vector<Match> noisy(std::mt19937& random, int rows, double slower) {
  std::normal_distribution<double> noise(0, 0.003);
  std::vector<Match> matches;
  for (int i = 0; i < rows; ++i) {
    Match match;
    match.key = fmt::format("row/{}", i);
    for (int process = 0; process < 5; ++process) {
      match.observed.before_us.push_back(100 * (1 + noise(random)));
      match.observed.after_us.push_back(100 * (i % 10 == 0 ? slower : 1) * (1 + noise(random)));
    }
    matches.push_back(match);
  }
  return matches;
}

// Seeded: of 200 comparisons of nothing at most 5 % + 3 standard errors may find anything.
TEST(Comparison, of_100_rows_that_do_not_differ_rarely_finds_one) {
  std::mt19937 random(1);
  int wrong = 0;
  for (int comparison = 0; comparison < 200; ++comparison) {
    const Comparison result = compare(matched(noisy(random, 100, 1)), {});
    wrong += result.count(Change::slower) + result.count(Change::faster) > 0 ? 1 : 0;
  }
  EXPECT_LE(wrong, 19);
}

TEST(Comparison, finds_the_rows_that_do_differ) {
  std::mt19937 random(2);
  const Comparison result = compare(matched(noisy(random, 300, 1.02)), {});
  int found = 0;
  for (const Pair& pair : result.pairs) found += pair.change == Change::slower && pair.key.ends_with('0') ? 1 : 0;
  EXPECT_GE(found, 29);
  EXPECT_LE(result.count(Change::slower) + result.count(Change::faster), 34U);
}

TEST(Comparison, sorts_and_keeps_workloads_together) {
  Comparison comparison =
      compare(matched({match("b/l2:warm", {10, 10.01}, {10, 10.01}), match("a/l2:cold", {5, 5.001}, {4, 4.001}),
                       match("b/l2:cold", {10, 10.01}, {20, 20.01}), match("c", {99}, {99})}),
              {});
  const auto keys = [&](Order order) {
    sort(comparison.pairs, order);
    std::string listed;
    for (const Pair& pair : comparison.pairs) listed += pair.key + " ";
    return listed;
  };
  EXPECT_EQ(keys(Order::importance), "b/l2:cold b/l2:warm a/l2:cold c ");
  EXPECT_EQ(keys(Order::key), "a/l2:cold b/l2:cold b/l2:warm c ");
  EXPECT_EQ(keys(Order::ratio), "b/l2:cold b/l2:warm c a/l2:cold ");
  EXPECT_EQ(keys(Order::time), "c b/l2:cold b/l2:warm a/l2:cold ");
}

}  // namespace
}  // namespace warpmark::compare
