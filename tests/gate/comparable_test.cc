#include "harness/gate/comparable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "tests/gate/builders.h"

namespace warpmark {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

Run run_like_s1() { return run_of({{"k", five(10)}}); }
Baseline one_session() { return baseline_of(Times{{"k", five(10)}}); }

std::string left_out(const std::function<void(Run&)>& change, const Policy& policy = {}) {
  auto run = run_like_s1();
  change(run);
  const Comparability result = compare_context(run, one_session(), policy);
  return result.left_out.empty() ? "" : result.left_out.at("s1");
}

Policy with_rule(const std::string& fact, ContextRule rule) {
  Policy policy;
  policy.context[fact] = rule;
  return policy;
}

TEST(Comparable, the_same_context_agrees_without_a_word) {
  const Comparability result = compare_context(run_like_s1(), one_session(), {});
  EXPECT_TRUE(result.same_gpu);
  EXPECT_THAT(result.left_out, IsEmpty());
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST(Comparable, another_card_of_the_model_agrees) {
  EXPECT_EQ(left_out([](auto& run) { run.facts.gpu.uuid = "GPU-other"; }), "");
}

TEST(Comparable, another_gpu_model_leaves_out_every_session) {
  auto run = run_like_s1();
  run.facts.gpu.name = "NVIDIA H100 80GB HBM3";
  const Comparability result = compare_context(run, one_session(), {});
  EXPECT_FALSE(result.same_gpu);
  EXPECT_THAT(result.left_out, ElementsAre(Pair("s1", HasSubstr("NVIDIA H100"))));
}

TEST(Comparable, another_timer_is_left_out_even_where_the_policy_only_warns) {
  const auto change = [](auto& run) { run.facts.timer = "event"; };
  EXPECT_EQ(left_out(change, with_rule("timer", {ContextRule::Kind::warn, 0})),
            "timer cupti in baseline s1, event in the run");
}

TEST(Comparable, a_driver_may_differ_below_its_major_version) {
  EXPECT_EQ(left_out([](auto& run) { run.facts.driver = "580.65.06"; }), "");
  EXPECT_EQ(left_out([](auto& run) { run.facts.driver = "590.1"; }),
            "driver 580.159.04 in baseline s1, 590.1 in the run");
}

TEST(Comparable, the_policy_can_ask_for_the_exact_driver) {
  const auto change = [](auto& run) { run.facts.driver = "580.65.06"; };
  EXPECT_NE(left_out(change, with_rule("driver", {ContextRule::Kind::exact, 0})), "");
}

TEST(Comparable, another_cuda_is_compared_with_a_note) {
  auto run = run_like_s1();
  run.facts.cuda = "12.8";
  const Comparability result = compare_context(run, one_session(), {});
  EXPECT_THAT(result.left_out, IsEmpty());
  EXPECT_THAT(result.notes, ElementsAre("CUDA 13.0 in baseline s1, 12.8 in the run; compared all the same"));
}

TEST(Comparable, clocks_observed_may_differ_by_the_relative_bound_and_no_more) {
  EXPECT_EQ(left_out([](auto& run) { set_counter(run, "gpu_sm_mhz", 1965); }), "");
  EXPECT_EQ(left_out([](auto& run) { set_counter(run, "gpu_sm_mhz", 1755); }),
            "SM clock 1980 MHz in baseline s1, 1755 MHz in the run");
  EXPECT_EQ(left_out([](auto& run) { set_counter(run, "gpu_memory_mhz", 2619); }),
            "memory clock 3201 MHz in baseline s1, 2619 MHz in the run");
  EXPECT_EQ(left_out([](auto& run) { set_counter(run, "gpu_sm_mhz", 1755); },
                     with_rule("sm_mhz", {ContextRule::Kind::relative, 0.2})),
            "");
}

TEST(Comparable, one_slow_row_does_not_move_the_observed_clock) {
  EXPECT_EQ(left_out([](auto& run) { run.rows[0].counters["gpu_sm_mhz"] = 345; }), "");
}

TEST(Comparable, power_limit_and_ecc_have_to_be_equal) {
  EXPECT_EQ(left_out([](auto& run) { run.facts.gpu.power_limit_w = 450; }),
            "power limit 700 W in baseline s1, 450 W in the run");
  EXPECT_EQ(left_out([](auto& run) { run.facts.gpu.ecc = false; }), "ECC on in baseline s1, off in the run");
}

TEST(Comparable, every_disagreement_is_named) {
  EXPECT_EQ(left_out([](auto& run) {
              run.facts.timer = "event";
              run.facts.gpu.ecc = false;
            }),
            "timer cupti in baseline s1, event in the run; ECC on in baseline s1, off in the run");
}

TEST(Comparable, facts_one_side_does_not_record_agree_with_a_note) {
  auto run = run_like_s1();
  run.facts.driver.clear();
  run.facts.gpu.power_limit_w = 0;
  const Comparability result = compare_context(run, one_session(), {});
  EXPECT_THAT(result.left_out, IsEmpty());
  EXPECT_THAT(result.notes, ElementsAre("driver, power limit not recorded in one of baseline s1 and the run: taken as "
                                        "agreeing"));
}

TEST(Comparable, a_run_without_any_facts_is_compared_with_notes) {
  auto run = run_like_s1();
  run.facts = {};
  const Judgement judgement = judge(run, one_session(), {}, {});
  EXPECT_EQ(verdict_of(judgement, "k").status, Status::pass);
  EXPECT_THAT(judgement.notes, Contains(HasSubstr("GPU not recorded in the run")));
}

TEST(Comparable, only_sessions_that_disagree_are_left_out) {
  Baseline baseline = baseline_of(std::vector<Times>{{{"k", five(10)}}, {{"k", five(20)}, {"j", five(5)}}});
  baseline.sessions[1].power_limit_w = 450;
  const Judgement judgement = judge(run_of({{"k", five(10)}, {"j", five(5)}}), baseline, {}, {});
  EXPECT_EQ(verdict_of(judgement, "k").status, Status::pass);
  EXPECT_EQ(verdict_of(judgement, "k").baseline_sessions, 1);
  EXPECT_EQ(verdict_of(judgement, "j").reason, Reason::context) << "measured only in the session left out";
  EXPECT_THAT(judgement.notes, Contains("session left out: power limit 450 W in baseline s2, 700 W in the run"));
  EXPECT_EQ(exit_of(judgement), 3);
}

TEST(Comparable, nothing_is_missing_on_another_gpu_and_nothing_passes) {
  auto run = run_of({{"k", five(10)}});
  run.facts.gpu.sm_count = 66;
  const Judgement judgement = judge(run, baseline_of(Times{{"k", five(10)}, {"j", five(10)}}), {}, {});
  ASSERT_EQ(judgement.verdicts.size(), 1U);
  EXPECT_EQ(judgement.verdicts[0].reason, Reason::context);
  JudgeOptions warn_only;
  warn_only.inconclusive_fails = false;
  EXPECT_EQ(exit_code(judgement, warn_only), 3) << "nothing compared is never a pass";
}

TEST(Comparable, nothing_is_compared_with_a_run_during_which_the_clock_was_set_back) {
  const Times times = {{"k", five(10)}};
  auto run = run_of(times);
  run.context["warpmark"]["processes"] = {{{"date", "2026-12-01T10:00:00+00:00"}},
                                          {{"date", "2026-12-01T09:59:59+00:00"}}};
  const Judgement judgement = judge(run, baseline_of(times), {}, {});
  EXPECT_EQ(verdict_of(judgement, "k").reason, Reason::context);
  EXPECT_EQ(exit_of(judgement), 3);
  run.context["warpmark"]["processes"][1]["date"] = "2026-12-01T09:59:59-01:00";  // of another offset: cannot tell
  EXPECT_EQ(exit_of(judge(run, baseline_of(times), {}, {})), 0);
}

}  // namespace
}  // namespace warpmark
