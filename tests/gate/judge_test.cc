#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/gate/verdict.h"
#include "harness/run/input_error.h"
#include "tests/gate/builders.h"

namespace warpmark {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Verdict judge_one(const std::vector<double>& baseline, const std::vector<double>& run, const Policy& policy = {}) {
  return verdict_of(judge_times({{"k", baseline}}, {{"k", run}}, policy), "k");
}

TEST(Judge, exactly_the_tolerance_passes_and_more_does_not) {
  for (const double relative : {0.01, 0.02, 0.03, 0.05, 0.07, 0.1}) {
    const double bound = 100 * (1 + relative);
    EXPECT_EQ(judge_one(five(100), five(bound), tolerance(relative)).status, Status::pass) << relative;
    EXPECT_EQ(judge_one(five(100), five(bound + 0.001), tolerance(relative)).status, Status::regression) << relative;
    EXPECT_EQ(judge_one(five(bound), five(100), tolerance(relative)).status, Status::pass) << relative;
    EXPECT_EQ(judge_one(five(bound + 0.001), five(100), tolerance(relative)).status, Status::improved) << relative;
  }
}

TEST(Judge, sessions_that_are_worlds_apart_decide_nothing) {
  const Baseline baseline = baseline_of({{{"k", five(100)}}, {{"k", five(110)}}});
  const Judgement judgement = judge(run_of({{"k", five(105)}}), baseline, {}, {});
  EXPECT_EQ(verdict_of(judgement, "k").status, Status::inconclusive);
  EXPECT_EQ(verdict_of(judgement, "k").reason, Reason::resolution);
  EXPECT_EQ(exit_of(judgement), 3);
}

TEST(Judge, one_outlier_on_either_side_moves_nothing) {
  EXPECT_EQ(judge_one(five(100), {100, 100, 100, 100, 300}).status, Status::pass);
  EXPECT_DOUBLE_EQ(judge_one({100, 100, 100, 100, 300}, five(100)).ratio, 1);
}

TEST(Judge, twice_the_time_is_no_pass_however_much_processes_differ) {
  for (const std::vector<double>& run : {five(200), five(50)}) {
    const Verdict verdict = judge_one({60, 90, 100, 100, 160}, run);
    EXPECT_EQ(verdict.status, Status::inconclusive);
    EXPECT_EQ(verdict.reason, Reason::too_few_processes);
    EXPECT_THAT(verdict.detail, HasSubstr("its processes differ too much"));
  }
}

TEST(Judge, a_regression_shows_the_numbers_behind_it) {
  const Verdict verdict = judge_one({99.9, 100, 100.1}, {104.9, 105, 105, 105, 105.1});
  EXPECT_EQ(verdict.status, Status::regression);
  EXPECT_EQ(verdict.detail,
            "processes of the run 104.90 us to 105.10 us, of the baseline 99.900 us to 100.10 us, noise floor 1.26 %");
  EXPECT_DOUBLE_EQ(verdict.baseline_us, 100);
  EXPECT_DOUBLE_EQ(verdict.run_us, 105);
  EXPECT_EQ(verdict.run_processes, 5);
  EXPECT_EQ(verdict.baseline_processes, 3);
  EXPECT_EQ(verdict.baseline_sessions, 1);
}

TEST(Judge, a_difference_needs_five_processes_and_three_in_the_baseline) {
  EXPECT_EQ(judge_one(five(100), {150, 150, 150, 150}).reason, Reason::too_few_processes);
  EXPECT_EQ(judge_one({100, 100}, five(150)).reason, Reason::too_few_processes);
  EXPECT_EQ(judge_one({100}, five(150)).reason, Reason::one_process);
  EXPECT_EQ(judge_one(five(100), {150}).reason, Reason::one_process);
  EXPECT_EQ(judge_one(five(100), {50}).reason, Reason::one_process) << "nor is it an improvement";
  EXPECT_EQ(judge_one({100, 100, 100}, five(150)).status, Status::regression);
}

TEST(Judge, few_processes_pass_only_where_the_baseline_is_known_to_be_quiet) {
  EXPECT_EQ(judge_one(five(100), {100}).status, Status::pass);
  EXPECT_EQ(judge_one({100, 100}, five(100)).reason, Reason::too_few_processes) << "its spread is a guess";
  EXPECT_EQ(judge_one({100}, five(100)).reason, Reason::one_process);
  const std::vector<double> noisy = {98, 99, 100, 101, 102};
  EXPECT_EQ(judge_one(noisy, {100}).reason, Reason::one_process) << "only its wide tolerance would pass it";
  EXPECT_EQ(judge_one(noisy, {100, 100, 100}).reason, Reason::too_few_processes);
  EXPECT_EQ(judge_one(noisy, five(100)).status, Status::pass);
}

TEST(Judge, the_last_override_that_matches_sets_the_tolerance) {
  Policy policy;
  policy.overrides = {{"*", 0.5, "all"}, {"k", 0.03, "placement"}, {"j", 0.2, "another"}};
  const Verdict verdict = judge_one(five(100), five(102), policy);
  EXPECT_EQ(verdict.status, Status::pass);
  EXPECT_EQ(verdict.tolerance, 0.03);
  EXPECT_EQ(verdict.bound, Bound::policy_override);
}

TEST(Judge, a_throttled_row_neither_passes_nor_fails) {
  for (const double time : {100.0, 150.0}) {
    auto run = run_of({{"k", five(time)}});
    for (const std::size_t process : {0U, 2U, 3U}) run.rows[process].counters["gpu_throttle"] = 8;
    const Judgement judgement = judge(run, baseline_of(Times{{"k", five(100)}}), {}, {});
    EXPECT_EQ(verdict_of(judgement, "k").status, Status::inconclusive);
    EXPECT_EQ(verdict_of(judgement, "k").reason, Reason::throttled);
    EXPECT_THAT(verdict_of(judgement, "k").detail, HasSubstr("3 of 5"));
    EXPECT_EQ(exit_of(judgement), 3);
  }
}

TEST(Judge, throttled_processes_are_set_aside_where_three_others_are_left) {
  auto run = run_of({{"k", five(100)}});
  run.rows[1].counters["gpu_throttle"] = 8;
  run.rows[1].time_us = 150;
  const Judgement judgement = judge(run, baseline_of(Times{{"k", five(100)}}), {}, {});
  EXPECT_EQ(verdict_of(judgement, "k").status, Status::pass);
  EXPECT_EQ(verdict_of(judgement, "k").run_processes, 4);
  EXPECT_THAT(judgement.notes, Contains(HasSubstr("held back in 1 of 5 measurements: set aside")));
}

TEST(Judge, a_throttle_counter_of_0_is_no_throttling) {
  auto run = run_of({{"k", five(100)}});
  for (Row& row : run.rows) row.counters["gpu_throttle"] = 0;
  EXPECT_EQ(verdict_of(judge(run, baseline_of(Times{{"k", five(100)}}), {}, {}), "k").status, Status::pass);
}

TEST(Judge, new_rows_pass_unless_a_baseline_is_required) {
  const Judgement judgement = judge_times({{"k", five(10)}}, {{"k", five(10)}, {"j", five(10)}});
  EXPECT_EQ(verdict_of(judgement, "j").status, Status::new_row);
  EXPECT_EQ(exit_of(judgement), 0);
  JudgeOptions options;
  options.require_baseline = true;
  EXPECT_EQ(exit_code(judgement, options), 1);
}

TEST(Judge, inconclusive_rows_can_be_told_to_warn_only) {
  const Judgement judgement = judge_times({{"k", five(10)}, {"j", {10}}}, {{"k", five(10)}, {"j", {10}}});
  EXPECT_EQ(exit_of(judgement), 3);
  JudgeOptions warn_only;
  warn_only.inconclusive_fails = false;
  EXPECT_EQ(exit_code(judgement, warn_only), 0);
}

TEST(Judge, a_regression_outweighs_an_inconclusive_row) {
  EXPECT_EQ(exit_of(judge_times({{"k", five(10)}, {"j", {10}}}, {{"k", five(20)}, {"j", {10}}})), 1);
}

TEST(Judge, an_empty_baseline_or_run_is_3) {
  EXPECT_EQ(exit_of(judge_times({}, {{"k", five(10)}})), 3);
  EXPECT_EQ(exit_of(judge_times({{"k", five(10)}}, {})), 3);
}

TEST(Judge, fewer_than_three_sessions_are_provisional) {
  const Times times = {{"k", five(10)}};
  const auto notes = [&](const std::vector<Times>& sessions) {
    return judge(run_of(times), baseline_of(sessions), {}, {}).notes;
  };
  EXPECT_THAT(notes({times, times}), Contains(HasSubstr("provisional: 2 of")));
  EXPECT_THAT(notes({times, times, times}), IsEmpty());
}

TEST(Judge, many_rows_slower_together_are_one_headline_and_few_are_none) {
  Times base;
  Times moved;
  for (int index = 0; index < 9; ++index) {
    base[numbered(index)] = five(100);
    moved[numbered(index)] = five(index < 5 ? 110 : 100);
  }
  EXPECT_THAT(judge_times(base, moved).headlines, Contains(HasSubstr("5 of 9 rows slower together (median +10.00 %)")));
  moved["k4"] = five(100);
  EXPECT_THAT(judge_times(base, moved).headlines, IsEmpty());
}

TEST(Judge, a_policy_for_rows_that_nobody_has_is_said_to_do_nothing) {
  Policy policy;
  policy.file = "gpu.policy.yaml";
  policy.overrides = {{"a*", 0.02, "noisy"}, {"b*", 0.02, "gone"}};
  policy.expected = {{"c*", 1.05, "slower for a while", "", "2030-01-01"}};
  const auto notes = judge(run_of({{"a", five(10)}}), baseline_of(Times{{"a", five(10)}}), policy, {}).notes;
  EXPECT_THAT(notes, Contains(HasSubstr("gpu.policy.yaml: no row is called b*, so an override of it does nothing")));
  EXPECT_THAT(notes, Contains(HasSubstr("no row is called c*, so an expected regression of it does nothing")));
  EXPECT_THAT(notes, Not(Contains(HasSubstr("called a*"))));
}

TEST(Judge, a_baseline_of_another_program_is_suspected) {
  Times base;
  for (int index = 0; index < 12; ++index) base[numbered(index)] = five(100);
  const Times half = {{"k0", five(100)}, {"k1", five(100)}, {"k2", five(100)},
                      {"k3", five(100)}, {"k4", five(100)}, {"k5", five(100)}};
  Times fewer = half;
  fewer.erase("k5");
  EXPECT_THAT(judge_times(base, half).headlines, IsEmpty());
  EXPECT_THAT(judge_times(base, fewer).headlines, Contains(HasSubstr("7 of the baseline's 12 rows are missing")));
}

TEST(Judge, the_worst_rows_come_first) {
  const Judgement judgement =
      judge_times({{"a", five(10)}, {"b", five(10)}, {"c", five(10)}, {"d", five(10)}, {"e", five(10)}},
                  {{"a", five(10)}, {"b", five(12)}, {"c", five(15)}, {"d", five(8)}, {"f", five(10)}});
  std::string order;
  for (const Verdict& verdict : judgement.verdicts) order += verdict.key;
  EXPECT_EQ(order, "ecbdfa");
}

// The run's filter decides what can be missing, and is told.

TEST(Filter, is_told_where_it_leaves_rows_of_the_baseline_out) {
  const Baseline baseline = baseline_of(Times{{"copy", five(10)}, {"triad", five(10)}, {"fill", five(10)}});
  auto run = run_of({{"copy", five(10)}});
  run.facts.filter = "^copy";
  EXPECT_THAT(judge(run, baseline, {}, {}).headlines,
              ::testing::ElementsAre("filtered: with --benchmark_filter=^copy this is 1 of the baseline's 3 rows; the "
                                     "others are neither judged nor missing"));
  JudgeOptions of_gate;
  of_gate.selected = {"copy"};
  EXPECT_THAT(judge(run, baseline, {}, of_gate).headlines, ::testing::SizeIs(1));
  run.facts.filter = ".";
  EXPECT_THAT(judge(run, baseline, {}, {}).headlines, IsEmpty());
  run.facts.filter = "";
  EXPECT_THAT(judge(run, baseline, {}, {}).headlines, IsEmpty());
}

TEST(Filter, is_told_of_a_run_that_the_baseline_has_nothing_of) {
  auto run = run_of({{"mine", five(10)}});
  run.facts.filter = "mine";
  const Judgement judgement = judge(run, baseline_of(Times{{"copy", five(10)}}), {}, {});
  EXPECT_THAT(judgement.headlines, Contains(HasSubstr("--benchmark_filter=mine this is 0 of the baseline's 1 rows")));
}

std::vector<std::string> missing_with(const std::string& filter, const std::vector<std::string>& selected = {}) {
  auto run = run_of({{"copy/a/l2:cold", five(10)}});
  run.facts.filter = filter;
  JudgeOptions options;
  options.selected = selected;
  const Judgement judgement = judge(
      run, baseline_of(Times{{"copy/a/l2:cold", five(10)}, {"copy/b/l2:warm", five(10)}, {"triad/l2:cold", five(10)}}),
      {}, options);
  std::vector<std::string> keys;
  for (const Verdict& verdict : judgement.verdicts) {
    if (verdict.status == Status::missing) keys.push_back(verdict.key);
  }
  EXPECT_EQ(judgement.baseline_rows, static_cast<int>(keys.size()) + 1);
  return keys;
}

TEST(Missing, without_a_filter_every_row_of_the_baseline_was_meant) {
  EXPECT_THAT(missing_with(""), ::testing::ElementsAre("copy/b/l2:warm", "triad/l2:cold"));
  EXPECT_THAT(missing_with("all"), ::testing::SizeIs(2));
}

TEST(Missing, a_filter_is_found_anywhere_in_the_name) {
  EXPECT_THAT(missing_with("triad"), ::testing::ElementsAre("triad/l2:cold"));
  EXPECT_THAT(missing_with("copy/(a|b)/"), ::testing::ElementsAre("copy/b/l2:warm"));
  EXPECT_THAT(missing_with("^a/"), IsEmpty());
}

TEST(Missing, a_filter_may_name_the_run_time_suffix_or_stop_before_it) {
  EXPECT_THAT(missing_with("l2:cold$"), ::testing::ElementsAre("triad/l2:cold"));
  EXPECT_THAT(missing_with("l2:cold/manual_time$"), ::testing::ElementsAre("triad/l2:cold"));
}

TEST(Missing, a_leading_minus_negates) {
  EXPECT_THAT(missing_with("-triad"), ::testing::ElementsAre("copy/b/l2:warm"));
}

TEST(Missing, a_list_of_rows_overrides_the_filter) {
  EXPECT_THAT(missing_with("", {"copy/a/l2:cold", "triad/l2:cold"}), ::testing::ElementsAre("triad/l2:cold"));
}

TEST(Missing, a_filter_that_is_no_expression_is_bad_input) { EXPECT_THROW(missing_with("copy/(a"), InputError); }

TEST(Missing, a_new_name_near_the_old_one_is_hinted_at) {
  const Judgement judgement = judge_times({{"k", five(10)}, {"copy/aligned/n:1", five(10)}},
                                          {{"k", five(10)}, {"copy/alligned/n:1", five(10)}, {"triad", five(10)}});
  EXPECT_THAT(verdict_of(judgement, "copy/aligned/n:1").detail, HasSubstr("renamed to copy/alligned/n:1?"));
}

TEST(Missing, removed_rows_are_named_by_glob_and_judged_if_they_are_measured_after_all) {
  Policy policy;
  policy.removed = {"old/*"};
  const Times base = {{"k", five(10)}, {"old/a", five(10)}, {"old/b", five(10)}};
  const Judgement judgement = judge_times(base, {{"k", five(10)}, {"old/a", five(20)}}, policy);
  EXPECT_EQ(verdict_of(judgement, "old/a").status, Status::regression);
  EXPECT_EQ(judgement.baseline_rows, 2);
}

// Regressions that people expect.

Verdict judge_expected(double time, const std::string& today) {
  Policy policy;
  policy.expected = {{"k*", 1.08, "slow compiler", "#12", "2027-01-31"}};
  JudgeOptions options;
  options.today = today;
  return verdict_of(judge(run_of({{"k", five(time)}}), baseline_of(Times{{"k", five(100)}}), policy, options), "k");
}

TEST(Expected, slower_within_the_bound_is_expected_until_its_day_has_passed) {
  EXPECT_EQ(judge_expected(107, "2027-01-31").status, Status::expected);
  EXPECT_THAT(judge_expected(107, "2027-01-31").detail, HasSubstr("slow compiler (#12)"));
  EXPECT_EQ(judge_expected(107, "2027-02-01").status, Status::expired);
  EXPECT_TRUE(fails(judge_expected(107, "2027-02-01"), {}));
  EXPECT_FALSE(fails(judge_expected(107, "2027-01-31"), {}));
}

TEST(Expected, slower_than_the_bound_is_a_regression_on_any_day) {
  EXPECT_EQ(judge_expected(109, "2027-01-01").status, Status::regression);
  EXPECT_EQ(judge_expected(109, "2027-02-01").status, Status::regression);
}

TEST(Expected, slower_no_more_is_unexpectedly_fixed_and_fails_nothing) {
  EXPECT_EQ(judge_expected(100, "2027-01-01").status, Status::unexpectedly_fixed);
  EXPECT_EQ(judge_expected(90, "2027-02-01").status, Status::unexpectedly_fixed);
  EXPECT_FALSE(fails(judge_expected(100, "2027-01-01"), {}));
}

// What must not change a verdict, and what must mirror it.

struct Sides {
  std::vector<Times> baseline;
  Times run;
};

Sides mixed_sides() {
  return {
      {{{"a", {100, 100.1, 99.9, 100.2, 99.8}}, {"b", {10, 10.3, 9.8, 10.1, 10}}, {"c", five(1)}, {"d", {7, 7}}},
       {{"a", {100.3, 100.2, 100.4}}, {"b", {10.2, 10, 9.9}}, {"c", five(1)}}},
      {{"a", {103, 103.2, 102.9, 103.1, 103}}, {"b", {10.4, 10.1, 10.2, 10, 10.3}}, {"c", five(0.9)}, {"d", {7, 8}}}};
}

std::vector<std::tuple<std::string, Status, Reason>> outcome(const Judgement& judgement) {
  std::vector<std::tuple<std::string, Status, Reason>> outcomes;
  for (const Verdict& verdict : judgement.verdicts) outcomes.emplace_back(verdict.key, verdict.status, verdict.reason);
  return outcomes;
}

TEST(Metamorphic, the_order_of_rows_and_of_processes_changes_nothing) {
  const Sides sides = mixed_sides();
  const Baseline baseline = baseline_of(sides.baseline);
  const auto run = run_of(sides.run);
  const auto expected = outcome(judge(run, baseline, {}, {}));

  auto reversed = run;
  std::reverse(reversed.rows.begin(), reversed.rows.end());
  Baseline shuffled = baseline;
  for (auto& [key, row] : shuffled.rows) {
    for (auto& [session, times] : row.time_us) std::rotate(times.begin(), times.begin() + 1, times.end());
  }
  EXPECT_EQ(outcome(judge(reversed, shuffled, {}, {})), expected);
}

TEST(Metamorphic, another_unit_of_time_changes_nothing) {
  const Sides sides = mixed_sides();
  const auto scaled = [](Times times, double factor) {
    for (auto& [key, values] : times) {
      for (double& value : values) value *= factor;
    }
    return times;
  };
  const auto judged = [&](double factor) {
    std::vector<Times> sessions;
    for (const Times& session : sides.baseline) sessions.push_back(scaled(session, factor));
    auto run = run_of(scaled(sides.run, factor));
    run.facts.clock_step_ns = 32 * factor;
    return outcome(judge(run, baseline_of(sessions), {}, {}));
  };
  EXPECT_EQ(judged(1000), judged(1));
  EXPECT_EQ(judged(0.001), judged(1));
}

TEST(Metamorphic, a_run_merged_with_itself_changes_nothing) {
  const Sides sides = mixed_sides();
  const auto run = run_of(sides.run);
  auto twice = run;
  twice.rows.insert(twice.rows.end(), run.rows.begin(), run.rows.end());
  EXPECT_EQ(outcome(judge(twice, baseline_of(sides.baseline), {}, {})),
            outcome(judge(run, baseline_of(sides.baseline), {}, {})));
}

TEST(Metamorphic, swapped_sides_mirror_the_verdict) {
  const std::vector<std::pair<double, double>> pairs = {{100, 103},  {100, 100.5}, {100, 101},
                                                        {100, 99.1}, {100, 90},    {100, 300}};
  for (const auto& [a, b] : pairs) {
    const Verdict forward = judge_one(five(a), five(b));
    const Verdict backward = judge_one(five(b), five(a));
    const auto mirrored = forward.status == Status::regression ? Status::improved
                          : forward.status == Status::improved ? Status::regression
                                                               : forward.status;
    EXPECT_EQ(backward.status, mirrored) << a << " " << b;
    EXPECT_DOUBLE_EQ(forward.ratio * backward.ratio, 1);
  }
}

}  // namespace
}  // namespace warpmark
