#include "harness/gate/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gate/builders.h"

namespace warpmark {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr std::uint64_t hash = 0x5f3a90c1d2e4;

Run hashed_run(double value, double time = 10) {
  auto run = run_of({{"k", five(time)}});
  set_counter(run, "gpu_output_hash", value);
  return run;
}

Baseline hashed_baseline() {
  Baseline baseline = baseline_of(Times{{"k", five(10)}});
  baseline.rows["k"].output_hash = hash;
  return baseline;
}

Verdict judge_hash(const Run& run, const Baseline& baseline = hashed_baseline()) {
  return verdict_of(judge(run, baseline, {}, {}), "k");
}

TEST(OutputHash, the_same_hash_passes) { EXPECT_EQ(judge_hash(hashed_run(hash)).status, Status::pass); }

TEST(OutputHash, one_bit_of_one_process_is_numerics_changed) {
  auto run = hashed_run(hash);
  run.rows[4].counters["gpu_output_hash"] = hash ^ 1U;
  const Verdict verdict = judge_hash(run);
  EXPECT_EQ(verdict.status, Status::numerics_changed);
  EXPECT_EQ(verdict.detail, "output hash 0x5f3a90c1d2e4 -> 0x5f3a90c1d2e5");
  EXPECT_TRUE(fails(verdict, {}));
}

TEST(OutputHash, it_outweighs_a_regression_and_names_both) {
  const Verdict verdict = judge_hash(hashed_run(1, 20));
  EXPECT_EQ(verdict.status, Status::numerics_changed);
  EXPECT_DOUBLE_EQ(verdict.ratio, 2);
  EXPECT_THAT(verdict.detail, HasSubstr("0x1; processes of the run 20.000 us"));
}

TEST(OutputHash, no_statistics_and_no_quiet_card_are_needed) {
  auto run = run_of({{"k", {10}}});
  set_counter(run, "gpu_output_hash", 1);
  set_counter(run, "gpu_throttle", 1);
  run.facts.gpu.power_limit_w = 450;
  EXPECT_EQ(judge_hash(run).status, Status::numerics_changed);
}

TEST(OutputHash, under_another_compiler_it_informs) {
  auto run = hashed_run(1);
  run.facts.compiler = "nvcc 13.1.2";
  const Judgement judgement = judge(run, hashed_baseline(), {}, {});
  EXPECT_EQ(verdict_of(judgement, "k").status, Status::pass);
  EXPECT_THAT(judgement.notes, Contains(HasSubstr("output hash of 1 rows differs under another compiler")));
}

TEST(OutputHash, it_binds_to_the_compiler_of_the_latest_session_that_measured_the_row) {
  Baseline baseline = baseline_of(std::vector<Times>{{{"k", five(10)}}, {{"k", five(10)}}});
  baseline.rows["k"].output_hash = hash;
  baseline.sessions[0].compiler = "nvcc 12.8.1";
  EXPECT_EQ(judge_hash(hashed_run(1), baseline).status, Status::numerics_changed);
}

TEST(OutputHash, processes_that_disagree_have_changed_even_without_a_baseline) {
  auto run = hashed_run(hash);
  run.rows[0].counters["gpu_output_hash"] = 7;
  EXPECT_EQ(judge_hash(run, baseline_of(Times{{"k", five(10)}})).status, Status::numerics_changed);
  EXPECT_THAT(judge_hash(run, baseline_of(Times{{"j", five(10)}})).detail, HasSubstr("processes disagree"));
}

TEST(OutputHash, a_run_without_a_hash_is_inconclusive_where_the_baseline_has_one) {
  const Verdict verdict = judge_hash(run_of({{"k", five(10)}}));
  EXPECT_EQ(verdict.status, Status::inconclusive);
  EXPECT_EQ(verdict.reason, Reason::output_hash);
}

Verdict judge_counter(const CounterRule& rule, double expected, double value) {
  Policy policy;
  policy.counters = {rule};
  Baseline baseline = baseline_of(Times{{"k", five(10)}});
  baseline.rows["k"].counters["gpu_x"] = expected;
  auto run = run_of({{"k", five(10)}});
  set_counter(run, "gpu_x", value);
  return verdict_of(judge(run, baseline, policy, {}), "k");
}

const CounterRule exact = {"gpu_*", true, 0, CounterRule::Better::none};
const CounterRule lower = {"gpu_*", false, 0.02, CounterRule::Better::lower};

TEST(Counters, an_exact_counter_changes_by_one) {
  EXPECT_EQ(judge_counter(exact, 8388608, 8388608).status, Status::pass);
  const Verdict verdict = judge_counter(exact, 8388608, 8388607);
  EXPECT_EQ(verdict.status, Status::counter_changed);
  EXPECT_EQ(verdict.detail, "gpu_x 8388608 -> 8388607, must be equal");
}

TEST(Counters, lower_is_better_up_to_the_tolerance) {
  EXPECT_EQ(judge_counter(lower, 100, 102).status, Status::pass);
  EXPECT_EQ(judge_counter(lower, 100, 102.1).status, Status::regression);
  EXPECT_EQ(judge_counter(lower, 100, 50).status, Status::pass);
}

TEST(Counters, from_nothing_to_something_is_worse_at_any_tolerance) {
  EXPECT_EQ(judge_counter(lower, 0, 0).status, Status::pass);
  EXPECT_EQ(judge_counter(lower, 0, 64).status, Status::regression);
}

TEST(Counters, the_last_rule_that_matches_decides_and_none_means_no_gate) {
  Policy policy;
  policy.counters = {exact, {"gpu_x", false, 0.5, CounterRule::Better::lower}};
  Baseline baseline = baseline_of(Times{{"k", five(10)}});
  baseline.rows["k"].counters = {{"gpu_x", 100}, {"other", 1}};
  auto run = run_of({{"k", five(10)}});
  set_counter(run, "gpu_x", 120);
  EXPECT_EQ(verdict_of(judge(run, baseline, policy, {}), "k").status, Status::pass);
}

TEST(Counters, one_that_was_not_extracted_does_not_pass) {
  Policy policy;
  policy.counters = {exact};
  Baseline baseline = baseline_of(Times{{"k", five(10)}});
  baseline.rows["k"].counters["gpu_x"] = 64;
  const Judgement judgement = judge(run_of({{"k", five(10)}}), baseline, policy, {});
  EXPECT_EQ(verdict_of(judgement, "k").status, Status::inconclusive);
  EXPECT_EQ(verdict_of(judgement, "k").reason, Reason::counter);
  EXPECT_EQ(exit_of(judgement), 3);
}

TEST(HardwareCounters, where_a_machine_refuses_them_the_rest_is_judged_and_that_is_said) {
  Baseline baseline = baseline_of(Times{{"j", five(10)}, {"k", five(10)}});
  for (auto& [key, row] : baseline.rows) row.counters["gpu_inst_global_ld"] = 8192;
  Policy policy;
  policy.counters = {{"gpu_inst_*", true, 0, CounterRule::Better::none}};
  auto run = run_of({{"j", five(10)}, {"k", five(10)}});
  const Judgement refused = judge(run, baseline, policy, {});
  EXPECT_EQ(verdict_of(refused, "k").status, Status::pass);
  EXPECT_THAT(refused.notes, Contains(HasSubstr("hardware counters were not judged: the run holds none")));

  run.rows.front().counters["gpu_inst_global_ld"] = 8192;  // counted, but not everywhere
  const Judgement partly = judge(run, baseline, policy, {});
  EXPECT_EQ(verdict_of(partly, "j").status, Status::pass);
  EXPECT_EQ(verdict_of(partly, "k").status, Status::inconclusive);
}

}  // namespace
}  // namespace warpmark
