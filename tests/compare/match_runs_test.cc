#include "harness/compare/match_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/compare/sides.h"
#include "harness/run/input_error.h"
#include "tests/compare/builders.h"

namespace warpmark::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const Components arms{"arm:broken", "arm:fixed"};

TEST(MatchRuns, pairs_by_key_and_lists_what_is_on_one_side) {
  warpmark::Run before;
  warpmark::Run after;
  add_rows(before, "a", {10, 11});
  add_rows(before, "gone", {1});
  add_rows(after, "new", {1});
  add_rows(after, "a", {9, 8});
  before.facts.clock_step_ns = 32;
  const Matched matched = match_runs(before, "A.json", after, "B.json");
  ASSERT_THAT(matched.matches, SizeIs(1));
  EXPECT_EQ(matched.matches[0].key, "a");
  EXPECT_THAT(matched.matches[0].observed.before_us, ElementsAre(10, 11));
  EXPECT_THAT(matched.matches[0].observed.after_us, ElementsAre(9, 8));
  EXPECT_FALSE(matched.matches[0].observed.is_paired);
  EXPECT_DOUBLE_EQ(matched.matches[0].observed.clock_step_us, 0.032);
  ASSERT_THAT(matched.not_compared, SizeIs(2));
  EXPECT_EQ(matched.not_compared[0].why, "only in A.json");
  EXPECT_EQ(matched.not_compared[1].why, "only in B.json");
}

TEST(MatchRuns, a_process_counts_once_however_many_its_repetitions) {
  warpmark::Run before;
  warpmark::Run after;
  add_rows(before, "a", {10, 12, 11});
  for (Row& row : before.rows) {
    row.process = 0;
    row.repetitions = 3;
  }
  add_rows(after, "a", {9});
  const Matched matched = match_runs(before, "A", after, "B");
  EXPECT_THAT(matched.matches.at(0).observed.before_us, ElementsAre(11));
  EXPECT_THAT(matched.notes, ElementsAre(HasSubstr("3 repetitions a process in A, 1 in B")));
}

TEST(MatchRuns, failed_and_skipped_rows_are_listed_not_compared) {
  warpmark::Run before;
  warpmark::Run after;
  for (const char* key : {"a", "b", "c"}) {
    add_rows(before, key, {10, 10});
    add_rows(after, key, {10, 10});
  }
  after.rows[0].error = "CUDA OOM";
  before.rows[2].skipped = "needs sm_100";
  after.rows[5].time_us = 0;
  const Matched matched = match_runs(before, "A", after, "B");
  EXPECT_THAT(matched.matches, IsEmpty());
  ASSERT_THAT(matched.not_compared, SizeIs(3));
  EXPECT_THAT(matched.not_compared[0].why, HasSubstr("failed in B: CUDA OOM"));
  EXPECT_THAT(matched.not_compared[1].why, HasSubstr("skipped in A: needs sm_100"));
  EXPECT_THAT(matched.not_compared[2].why, HasSubstr("no measurement"));
}

TEST(MatchRuns, held_back_clocks_and_mere_aggregates_leave_doubt_and_hashes_are_compared) {
  warpmark::Run before;
  warpmark::Run after;
  for (const char* key : {"a", "b", "c"}) {
    add_rows(before, key, {10});
    add_rows(after, key, {10});
  }
  before.rows[0].counters["gpu_throttle"] = 4;
  after.rows[1].is_aggregate_fallback = true;
  before.rows[2].counters["gpu_output_hash"] = 1;
  after.rows[2].counters["gpu_output_hash"] = 2;
  const Matched matched = match_runs(before, "A", after, "B");
  EXPECT_EQ(matched.matches.at(0).doubt, "clocks were held back");
  EXPECT_THAT(matched.matches.at(1).doubt, HasSubstr("aggregates"));
  EXPECT_FALSE(matched.matches.at(0).results_differ);
  EXPECT_TRUE(matched.matches.at(2).results_differ);
}

TEST(MatchRuns, one_process_with_another_hash_is_enough) {
  warpmark::Run before;
  warpmark::Run after;
  for (warpmark::Run* run : {&before, &after}) {
    add_rows(*run, "a", {10, 10, 10});
    for (Row& row : run->rows) row.counters["gpu_output_hash"] = 7;
  }
  EXPECT_FALSE(match_runs(before, "A", after, "B").matches.at(0).results_differ);
  after.rows[2].counters["gpu_output_hash"] = 8;
  EXPECT_TRUE(match_runs(before, "A", after, "B").matches.at(0).results_differ);
}

TEST(MatchSides, pairs_the_processes_of_two_builds_and_takes_no_pair_of_theirs) {
  warpmark::Run run;
  add_rows(run, "q/arm:fixed/side:before", {10, 20});
  add_rows(run, "q/arm:fixed/side:after", {9, 18});
  for (Row& row : run.rows) row.counters["gpu_pair_ratio"] = 1;
  EXPECT_FALSE(holds_sides(run));
  run.context = {{"warpmark",
                  {{"ab",
                    {{"before", {{"name", "old/bench"}, {"driver", "580"}, {"libraries", {1}}}},
                     {"after", {{"name", "new/bench"}, {"driver", "590"}}}}}}}};
  ASSERT_TRUE(holds_sides(run));
  const Matched matched = match_sides(run, "ab.json");
  EXPECT_EQ(matched.before, "old/bench");
  ASSERT_THAT(matched.matches, SizeIs(1));
  EXPECT_EQ(matched.matches[0].key, "q/arm:fixed");
  EXPECT_TRUE(matched.matches[0].observed.is_paired);
  EXPECT_THAT(matched.matches[0].observed.interleaved, IsEmpty());
  EXPECT_THAT(matched.notes, testing::Contains("driver 580 before, 590 after"));
  EXPECT_THAT(matched.notes, testing::Contains(HasSubstr("before: old/bench, , with 1 library from")));
  run.context["warpmark"]["ab"] = "rubbish";
  EXPECT_FALSE(holds_sides(run));
}

TEST(MatchWithin, pairs_by_one_component) {
  warpmark::Run run;
  add_rows(run, "q/arm:broken/l2:cold", {10, 20});
  add_rows(run, "q/arm:fixed/l2:cold", {9, 18});
  add_rows(run, "q/arm:direct/l2:cold", {9, 18});
  add_rows(run, "q/arm:broken/l2:warm", {8});
  add_rows(run, "r/arm:fixed/l2:warm", {8});
  const Matched matched = match_within(run, "run.json", arms);
  ASSERT_THAT(matched.matches, SizeIs(1));
  EXPECT_EQ(matched.matches[0].key, "q/l2:cold");
  EXPECT_TRUE(matched.matches[0].observed.is_paired);
  ASSERT_THAT(matched.not_compared, SizeIs(2));
  EXPECT_EQ(matched.not_compared[0].why, "only in arm:broken");
  EXPECT_EQ(matched.not_compared[1].why, "only in arm:fixed");
  EXPECT_THAT(matched.notes, ElementsAre(HasSubstr("1 of 5 rows of run.json have neither")));
}

TEST(MatchWithin, pairs_processes_by_their_numbers) {
  warpmark::Run run;
  add_rows(run, "q/arm:broken", {10, 20, 30});
  add_rows(run, "q/arm:fixed", {9, 18, 27});
  run.rows.erase(run.rows.begin());  // process 0 of broken was lost
  const Observations observed = match_within(run, "run.json", arms).matches.at(0).observed;
  EXPECT_THAT(observed.before_us, ElementsAre(20, 30));
  EXPECT_THAT(observed.after_us, ElementsAre(18, 27));
}

/// Two pairs whose times say twice and three times, measured interleaved as `ratios`.
warpmark::Run interleaved(double first, double second) {
  warpmark::Run run;
  add_rows(run, "q/arm:broken", {20});
  add_rows(run, "q/arm:fixed", {10});
  add_rows(run, "r/arm:broken", {30});
  add_rows(run, "r/arm:fixed", {10});
  for (std::size_t row = 0; row < 4; ++row) {
    auto& counters = run.rows[row].counters;
    counters["gpu_pair_ratio"] = row < 2 ? first : second;
    counters["gpu_pair_ratio_low"] = counters["gpu_pair_ratio"] * 0.9;
    counters["gpu_pair_ratio_high"] = counters["gpu_pair_ratio"] * 1.1;
  }
  return run;
}

TEST(MatchWithin, takes_the_ratio_that_a_process_measured_interleaved) {
  const Matched matched = match_within(interleaved(2.1, 2.9), "run.json", arms);
  ASSERT_THAT(matched.matches.at(0).observed.interleaved, SizeIs(1));
  EXPECT_DOUBLE_EQ(matched.matches[0].observed.interleaved[0].ratio, 2.1);
  EXPECT_DOUBLE_EQ(matched.matches[0].observed.interleaved[0].interval->low, 1.89);
}

TEST(MatchWithin, turns_the_interleaved_ratio_round_where_the_pair_is) {
  const Matched matched = match_within(interleaved(2, 2.5), "run.json", {"arm:fixed", "arm:broken"});
  EXPECT_DOUBLE_EQ(matched.matches.at(0).observed.interleaved.at(0).ratio, 0.5);
  EXPECT_DOUBLE_EQ(matched.matches.at(1).observed.interleaved.at(0).interval->low, 1 / 2.75);
}

TEST(MatchWithin, rows_of_different_pairs_share_no_ratio) {
  warpmark::Run run = interleaved(2, 3);
  run.rows[1].counters["gpu_pair_ratio"] = 1.5;
  EXPECT_THAT(match_within(run, "run.json", arms).matches.at(0).observed.interleaved, IsEmpty());
}

TEST(Components, are_two_of_one_axis) {
  EXPECT_EQ(components_of("arm:broken,arm:fixed").after, "arm:fixed");
  EXPECT_EQ(components_of("aligned,unaligned").before, "aligned");
  for (const char* bad : {"", "a", "a,", ",a", "a,b,c", "a,a", "arm:a,dir:b", "a/b,c"})
    EXPECT_THROW(components_of(bad), InputError) << bad;
}

}  // namespace
}  // namespace warpmark::compare
