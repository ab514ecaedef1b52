#include "harness/gate/suspects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gate/builders.h"

namespace warpmark {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Times base = {{"few", five(10)}, {"fast", five(10)}, {"good", five(10)}, {"slow", five(10)}};

Judgement screen() {
  return judge_times(base, {{"few", {15, 15}}, {"fast", five(9)}, {"good", five(10)}, {"slow", five(10.5)}});
}

Judgement measured_again(const Times& times) {
  JudgeOptions options;
  for (const auto& [key, values] : times) options.selected.push_back(key);
  return judge(run_of(times), baseline_of(base), {}, options);
}

TEST(Suspects, are_the_slow_the_fast_and_those_with_too_few_processes) {
  EXPECT_THAT(suspects(screen()), ElementsAre("slow", "few", "fast"));
}

TEST(Suspects, counters_hashes_errors_and_missing_rows_need_no_second_look) {
  Policy policy;
  policy.counters = {{"*", true, 0, CounterRule::Better::none}};
  Baseline baseline = baseline_of(Times{{"k", five(10)}, {"gone", five(10)}, {"bad", five(10)}});
  baseline.rows["k"].counters["gpu_sm_mhz"] = 1;
  auto run = run_of({{"k", five(10)}, {"bad", five(10)}});
  for (Row& row : run.rows) {
    if (row.key == "bad") row.error = "no";
  }
  EXPECT_THAT(suspects(judge(run, baseline, policy, {})), IsEmpty());
}

TEST(Confirm, a_suspect_shown_again_is_a_regression_with_both_changes) {
  const Judgement judgement = confirm(screen(), measured_again({{"slow", five(10.4)}, {"few", five(10)}}));
  const Verdict& verdict = verdict_of(judgement, "slow");
  EXPECT_EQ(verdict.status, Status::regression);
  EXPECT_THAT(verdict.detail, HasSubstr("shown again: +5.00 % in the screen, +4.00 % in 5 fresh processes"));
  EXPECT_EQ(exit_of(judgement), 1);
}

TEST(Confirm, a_suspect_not_shown_again_passes_and_says_so) {
  const Judgement judgement =
      confirm(screen(), measured_again({{"fast", five(9)}, {"slow", five(10)}, {"few", five(10)}}));
  const Verdict& verdict = verdict_of(judgement, "slow");
  EXPECT_EQ(verdict.status, Status::pass);
  EXPECT_EQ(verdict.reason, Reason::not_confirmed);
  EXPECT_EQ(verdict.detail, "not shown again: +5.00 % in the screen, +0.00 % in 5 fresh processes");
  EXPECT_EQ(exit_of(judgement), 0);
}

TEST(Confirm, a_counter_that_changed_in_the_screen_outlives_its_time) {
  Policy policy;
  policy.counters = {{"gpu_inst_executed", true, 0, CounterRule::Better::none}};
  Baseline baseline = baseline_of(Times{{"k", five(10)}});
  baseline.rows["k"].counters["gpu_inst_executed"] = 1;
  auto screened = run_of({{"k", five(10.5)}});
  set_counter(screened, "gpu_inst_executed", 2);
  const auto uncounted = run_of({{"k", five(10)}});
  JudgeOptions options;
  options.is_screen = true;
  const Judgement screen = judge(screened, baseline, policy, options);
  EXPECT_EQ(verdict_of(screen, "k").status, Status::regression);
  const Judgement judgement = confirm(screen, judge(uncounted, baseline, policy, options));
  const Verdict& verdict = verdict_of(judgement, "k");
  EXPECT_EQ(verdict.status, Status::counter_changed);
  EXPECT_EQ(verdict.reason, Reason::counter);
  EXPECT_EQ(verdict.detail,
            "gpu_inst_executed 1 -> 2, must be equal; "
            "not shown again: +5.00 % in the screen, +0.00 % in 5 fresh processes");
}

TEST(Confirm, a_suspect_that_turned_around_is_inconclusive) {
  const Judgement judgement = confirm(screen(), measured_again({{"slow", five(9)}, {"few", five(10)}}));
  EXPECT_EQ(verdict_of(judgement, "slow").status, Status::inconclusive);
  EXPECT_EQ(verdict_of(judgement, "slow").reason, Reason::not_confirmed);
}

TEST(Confirm, rows_with_too_few_processes_get_the_fresh_verdict) {
  const Judgement judgement = confirm(screen(), measured_again({{"slow", five(10)}, {"few", five(15)}}));
  EXPECT_EQ(verdict_of(judgement, "few").status, Status::regression);
  EXPECT_EQ(judgement.verdicts.front().key, "few") << "order is by the merged verdicts";
}

TEST(Confirm, a_suspect_that_fails_when_measured_again_is_an_error) {
  auto run = run_of({{"slow", five(10)}, {"few", five(10)}});
  for (Row& row : run.rows) {
    if (row.key == "slow") row.error = "illegal address";
  }
  const Judgement judgement = confirm(screen(), judge(run, baseline_of(base), {}, {}));
  EXPECT_EQ(verdict_of(judgement, "slow").status, Status::error);
}

TEST(Confirm, a_suspect_that_was_not_measured_again_is_neither_red_nor_green) {
  const Judgement judgement = confirm(screen(), {});
  EXPECT_EQ(verdict_of(judgement, "slow").status, Status::inconclusive);
  EXPECT_EQ(verdict_of(judgement, "slow").reason, Reason::not_measured);
  EXPECT_EQ(exit_of(judgement), 3);
}

TEST(Confirm, rows_that_were_no_suspects_keep_their_verdicts_and_notes_are_not_doubled) {
  const Judgement before = screen();
  const Judgement after = confirm(before, measured_again({{"fast", five(9)}, {"slow", five(10)}, {"few", five(10)}}));
  EXPECT_EQ(verdict_of(after, "fast").status, Status::improved);
  EXPECT_EQ(after.notes, before.notes);
  EXPECT_EQ(after.compared, 4);
}

TEST(Confirm, headlines_speak_of_the_merged_verdicts) {
  Times all;
  Times slower;
  for (int index = 0; index < 6; ++index) {
    all[numbered(index)] = five(10);
    slower[numbered(index)] = five(11);
  }
  const Judgement red = judge_times(all, slower);
  EXPECT_THAT(red.headlines, Contains(HasSubstr("6 of 6 rows slower together")));
  EXPECT_THAT(confirm(red, judge_times(all, all)).headlines, IsEmpty());
}

}  // namespace
}  // namespace warpmark
