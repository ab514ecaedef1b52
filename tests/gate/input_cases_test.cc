// Inputs that judges of benchmarks have got wrong before, numbered as the project numbers them. Those about reading
// files are tested with the readers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "harness/gate/verdict.h"
#include "tests/gate/builders.h"

namespace warpmark {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

TEST(InputCase, C01_a_counter_that_was_NaN_is_absent_and_both_times_are_judged) {
  auto run = run_of({{"k", five(10)}, {"j", five(5)}});
  run.notes.push_back({"k", "counter gbps is NaN: left out"});
  const Judgement judgement = judge(run, baseline_of(Times{{"k", five(10)}, {"j", five(5)}}), {}, {});
  EXPECT_EQ(judgement.compared, 2);
  EXPECT_THAT(judgement.notes, Contains("k: counter gbps is NaN: left out"));
  EXPECT_EQ(exit_of(judgement), 0);
}

TEST(InputCase, C02_a_time_that_is_no_number_is_an_error_never_a_pass) {
  for (const double time : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 0.0}) {
    const Judgement judgement = judge_times({{"k", five(10)}}, {{"k", {10, 10, 10, 10, time}}});
    EXPECT_EQ(verdict_of(judgement, "k").status, Status::error) << time;
    EXPECT_EQ(exit_of(judgement), 1) << time;
  }
}

TEST(InputCase, C05_repetitions_of_a_process_count_once_and_agree) {
  auto run = run_of({{"k", five(10)}});
  Row repetition = row("k", 0, 10);
  repetition.repetition = 1;
  run.rows.push_back(repetition);
  const Judgement judgement = judge(run, baseline_of(Times{{"k", five(10)}}), {}, {});
  ASSERT_EQ(judgement.verdicts.size(), 1U);
  EXPECT_EQ(judgement.verdicts[0].status, Status::pass);
  EXPECT_EQ(judgement.verdicts[0].run_processes, 5);
}

TEST(InputCase, C06_aggregates_only_are_inconclusive_whatever_their_median_says) {
  for (const double median : {10.0, 30.0, 3.0}) {
    auto run = run_of({{"k", {median}}});
    run.rows[0].is_aggregate_fallback = true;
    const Judgement judgement = judge(run, baseline_of(Times{{"k", five(10)}}), {}, {});
    const Verdict& verdict = verdict_of(judgement, "k");
    EXPECT_EQ(verdict.status, Status::inconclusive);
    EXPECT_EQ(verdict.reason, Reason::no_raw_values);
    EXPECT_EQ(verdict.run_us, median);
    EXPECT_EQ(exit_of(judgement), 3);
  }
}

TEST(InputCase, C07_run_time_suffixes_do_not_make_another_benchmark) {
  for (const char* name : {"k/repeats:10", "k/iterations:1", "k/manual_time"}) {
    auto run = run_of({{"k", five(10)}});
    for (Row& row : run.rows) row.key = key_of(row.name = name);
    const Judgement judgement = judge(run, baseline_of(Times{{"k", five(10)}}), {}, {});
    ASSERT_EQ(judgement.verdicts.size(), 1U) << name;
    EXPECT_EQ(judgement.verdicts[0].status, Status::pass) << name;
  }
}

TEST(InputCase, C08_nine_hundred_ns_is_no_failure_and_three_us_are_a_regression) {
  const Judgement faster = judge_times({{"k", five(1)}}, {{"k", five(0.9)}});
  EXPECT_DOUBLE_EQ(verdict_of(faster, "k").ratio, 0.9);
  EXPECT_EQ(exit_of(faster), 0);
  const Judgement slower = judge_times({{"k", five(1)}}, {{"k", five(3)}});
  EXPECT_EQ(verdict_of(slower, "k").status, Status::regression);
  EXPECT_EQ(verdict_of(slower, "k").reason, Reason::slower);
  EXPECT_DOUBLE_EQ(verdict_of(slower, "k").ratio, 3.0);
  EXPECT_EQ(exit_of(slower), 1);
}

TEST(InputCase, C10_an_errored_row_is_an_error_and_no_improvement) {
  auto run = run_of({{"k", five(10)}, {"j", five(5)}});
  for (Row& row : run.rows) {
    if (row.key != "k" || row.process != 3) continue;
    row.time_us = 0;
    row.error = "CUDA OOM";
  }
  const Judgement judgement = judge(run, baseline_of(Times{{"k", five(10)}, {"j", five(5)}}), {}, {});
  const Verdict& verdict = verdict_of(judgement, "k");
  EXPECT_EQ(verdict.status, Status::error);
  EXPECT_EQ(verdict.ratio, 0);
  EXPECT_THAT(verdict.detail, HasSubstr("CUDA OOM"));
  EXPECT_EQ(judgement.compared, 1);
  EXPECT_EQ(exit_of(judgement), 1);
}

TEST(InputCase, C11_a_skipped_row_is_listed_and_fails_if_the_baseline_has_it) {
  auto run = run_of({{"k", five(10)}, {"j", five(0)}});
  for (Row& row : run.rows) {
    if (row.key == "j") row.skipped = "needs sm_90";
  }
  const Judgement unknown = judge(run, baseline_of(Times{{"k", five(10)}}), {}, {});
  EXPECT_EQ(verdict_of(unknown, "j").status, Status::skipped);
  EXPECT_THAT(verdict_of(unknown, "j").detail, HasSubstr("needs sm_90"));
  EXPECT_EQ(exit_of(unknown), 0);
  const Judgement known = judge(run, baseline_of(Times{{"k", five(10)}, {"j", five(5)}}), {}, {});
  EXPECT_EQ(known.verdicts[0].key, "j") << "what fails comes first";
  EXPECT_EQ(exit_of(known), 1);
}

TEST(InputCase, C13_only_the_measured_time_counts) {
  EXPECT_EQ(exit_of(judge_times({{"k", five(10)}}, {{"k", five(15)}})), 1);
  EXPECT_EQ(exit_of(judge_times({{"k", five(10)}}, {{"k", five(10)}})), 0);
}

TEST(InputCase, C14_a_counter_with_a_direction_regresses_only_that_way) {
  Policy policy;
  policy.counters = {{"bytes_per_second", false, 0.02, CounterRule::Better::higher}};
  Baseline baseline = baseline_of(Times{{"k", five(10)}});
  baseline.rows["k"].counters["bytes_per_second"] = 800e9;
  const auto judged = [&](double bytes_per_second) {
    auto run = run_of({{"k", five(10)}});
    for (Row& row : run.rows) row.counters["bytes_per_second"] = bytes_per_second;
    return judge(run, baseline, policy, {});
  };
  EXPECT_EQ(verdict_of(judged(700e9), "k").status, Status::regression);
  EXPECT_EQ(verdict_of(judged(700e9), "k").reason, Reason::counter);
  EXPECT_THAT(verdict_of(judged(700e9), "k").detail, HasSubstr("8e+11 -> 7e+11"));
  EXPECT_EQ(exit_of(judged(700e9)), 1);
  EXPECT_EQ(verdict_of(judged(900e9), "k").status, Status::pass);
  EXPECT_EQ(verdict_of(judged(784e9), "k").status, Status::pass) << "exactly the tolerance";
}

TEST(InputCase, C15_no_overlap_is_3_though_all_ran_well_and_all_is_missing) {
  const Judgement judgement =
      judge_times({{"k/n:1", five(10)}, {"j/n:1", five(10)}}, {{"k", five(10)}, {"j", five(10)}});
  EXPECT_EQ(exit_of(judgement), 3);
  EXPECT_EQ(judgement.compared, 0);
  EXPECT_THAT(judgement.headlines, Contains(HasSubstr("0 of 2 compared")));
}

TEST(InputCase, C16_a_benchmark_that_vanished_is_missing_unless_removed) {
  const Judgement judgement = judge_times({{"k", five(10)}, {"j", five(10)}}, {{"k", five(10)}});
  EXPECT_EQ(verdict_of(judgement, "j").status, Status::missing);
  EXPECT_EQ(exit_of(judgement), 1);
  Policy policy;
  policy.removed = {"j"};
  const Judgement removed = judge_times({{"k", five(10)}, {"j", five(10)}}, {{"k", five(10)}}, policy);
  EXPECT_EQ(removed.verdicts.size(), 1U);
  EXPECT_EQ(removed.baseline_rows, 1);
  EXPECT_EQ(exit_of(removed), 0);
}

TEST(InputCase, C17_nine_of_ten_errored_fail) {
  Times times;
  for (int index = 0; index < 10; ++index) times[numbered(index)] = five(10);
  auto run = run_of(times);
  for (Row& row : run.rows) {
    if (row.key == "k0") continue;
    row.time_us = 0;
    row.error = "illegal address";
  }
  const Judgement judgement = judge(run, baseline_of(times), {}, {});
  EXPECT_EQ(judgement.compared, 1);
  EXPECT_EQ(judgement.baseline_rows, 10);
  EXPECT_EQ(exit_of(judgement), 1);
}

TEST(InputCase, C18_all_faster_is_0_with_a_stale_baseline_and_256_regressions_are_1) {
  Times base;
  Times faster;
  Times slower;
  for (int index = 0; index < 256; ++index) {
    const std::string key = numbered(index);
    base[key] = five(10);
    faster[key] = five(7);
    slower[key] = five(13);
  }
  const Judgement improved = judge_times(base, faster);
  EXPECT_EQ(verdict_of(improved, "k0").status, Status::improved);
  EXPECT_THAT(improved.headlines, Contains(HasSubstr("baseline is stale: 256 faster")));
  EXPECT_EQ(exit_of(improved), 0);
  const Judgement regressed = judge_times(base, slower);
  EXPECT_EQ(exit_of(regressed), 1);
  EXPECT_THAT(regressed.headlines, Contains(HasSubstr("256 of 256 rows slower together (median +30.00 %)")));
}

TEST(InputCase, C21_a_tolerance_below_the_noise_floor_gives_way_and_says_so) {
  // Deviations 2.5 % x {-1.2, -0.6, 0, 0.6, 1.2}: their sd is 2.5 % x sqrt(3.6 / 4) = 2.37 %.
  const std::vector<double> noisy = {97, 98.5, 100, 101.5, 103};
  const Judgement judgement = judge_times({{"k", noisy}}, {{"k", five(103)}}, tolerance(0.02));
  const Verdict& verdict = verdict_of(judgement, "k");
  EXPECT_EQ(verdict.bound, Bound::noise_floor);
  EXPECT_DOUBLE_EQ(verdict.tolerance, noise_floor(verdict.precision, 5));
  EXPECT_GT(verdict.tolerance, 0.1) << "one row of five processes knows little of its own noise";
  EXPECT_EQ(verdict.status, Status::pass) << "3 % slower is within it";
  EXPECT_THAT(judgement.notes, Contains(HasSubstr("policy tolerance below the noise floor in 1 rows")));
}

TEST(InputCase, C22_two_modes_on_both_sides_are_no_regression) {
  std::vector<double> base(16, 22.5);
  base.insert(base.end(), 4, 25.5);
  const Judgement judgement = judge_times({{"k", base}}, {{"k", {22.6, 22.6, 22.6, 25.4, 25.4}}});
  EXPECT_EQ(verdict_of(judgement, "k").status, Status::pass);
}

TEST(InputCase, C23_one_process_each_decides_nothing) {
  const Judgement judgement = judge_times({{"k", {3.855}}}, {{"k", {4.52}}}, tolerance(0.15));
  EXPECT_EQ(verdict_of(judgement, "k").status, Status::inconclusive);
  EXPECT_EQ(verdict_of(judgement, "k").reason, Reason::one_process);
  EXPECT_EQ(exit_of(judgement), 3);
}

TEST(InputCase, C24_half_slower_half_faster_looks_like_noise_and_each_verdict_stands) {
  Times base;
  Times moved;
  for (int index = 0; index < 10; ++index) {
    const std::string key = numbered(index);
    base[key] = five(100);
    moved[key] = five(index % 2 == 0 ? 104 : 96);
  }
  const Judgement judgement = judge_times(base, moved);
  EXPECT_THAT(judgement.headlines, Contains(HasSubstr("looks like noise: 5 rows slower (median +4.00 %), 5 faster")));
  EXPECT_EQ(verdict_of(judgement, "k0").status, Status::regression);
  EXPECT_EQ(verdict_of(judgement, "k1").status, Status::improved);
  EXPECT_EQ(judgement.verdicts.front().status, Status::regression);
  EXPECT_EQ(exit_of(judgement), 1);
}

TEST(InputCase, C25_another_power_limit_is_not_compared) {
  auto run = run_of({{"k", five(10)}});
  run.facts.gpu.power_limit_w = 450;
  const Judgement judgement = judge(run, baseline_of(Times{{"k", five(10)}}), {}, {});
  const Verdict& verdict = verdict_of(judgement, "k");
  EXPECT_EQ(verdict.status, Status::inconclusive);
  EXPECT_EQ(verdict.reason, Reason::context);
  EXPECT_EQ(verdict.detail, "power limit 700 W in baseline s1, 450 W in the run");
  EXPECT_EQ(exit_of(judgement), 3);
}

}  // namespace
}  // namespace warpmark
