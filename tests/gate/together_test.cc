// What rows say together: significance among many, drift, kinds of cards, modes, precision.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "harness/gate/drift.h"
#include "harness/gate/modes.h"
#include "harness/gate/significance.h"
#include "tests/gate/builders.h"

namespace warpmark {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Holm, steps_down_and_stops_at_the_first_that_fails) {
  // Holm's own example (1979), error 0.05 of four: 0.01 within 0.0125, 0.005 within 0.05 / 4; 0.03 not within 0.05 / 2.
  EXPECT_THAT(holm({0.01, 0.04, 0.03, 0.005}, 4, 0.05), ElementsAre(true, false, false, true));
  EXPECT_THAT(holm({0.01}, 6, 0.05), ElementsAre(false)) << "five others were tested as well";
  EXPECT_THAT(holm({}, 6, 0.05), ElementsAre());
}

TEST(Significance, what_is_not_significant_among_the_rows_is_undecided_on_either_side) {
  std::vector<Verdict> verdicts(3);
  for (Verdict& verdict : verdicts) {
    verdict.status = Status::regression;
    verdict.reason = Reason::slower;
    verdict.ratio = 1.1;
  }
  verdicts[0].p = 1e-9;
  verdicts[1].p = 1e-3;
  verdicts[2].p = 1e-3;
  verdicts[2].status = Status::improved;
  verdicts[2].reason = Reason::faster;
  weigh_significance(verdicts, 100);
  EXPECT_EQ(verdicts[0].status, Status::regression);
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_EQ(verdicts[i].status, Status::inconclusive);
    EXPECT_EQ(verdicts[i].reason, Reason::too_few_processes);
    EXPECT_THAT(verdicts[i].detail, HasSubstr("probability 0.001, too much among 100 rows"));
  }
}

TEST(Precision, is_that_of_two_medians_and_of_one_more_session) {
  const SessionTimes sessions = {{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}};
  const Precision precision({{1e-4, 8}, {4e-4, 20}, {1e-4, 10}}, sessions);
  EXPECT_NEAR(precision.standard_error(5), std::sqrt(std::numbers::pi / 2 * 1e-4 * (1.0 / 5 + 1.0 / 10) + 5e-4 * 1.5),
              1e-12);
  // Welch and Satterthwaite: variances 0.4712e-4, 6e-4 and 1.5e-4 with 8, 20 and 10 degrees of freedom.
  EXPECT_NEAR(precision.freedom(5), 7.97123e-4 * 7.97123e-4 / (4.71239e-5 * 4.71239e-5 / 8 + 36e-8 / 20 + 2.25e-8 / 10),
              1e-3);
  EXPECT_NEAR(precision.p_value(1 + precision.change_exceeded_with(1e-5, 5), 5), 1e-5, 1e-10);
  EXPECT_EQ(precision.p_value(1, 5), 1);
  EXPECT_GT(noise_floor(precision, 3), noise_floor(precision, 5));
}

TEST(Modes, are_two_groups_apart_and_no_outlier) {
  const auto modes = separated_modes({10, 10.01, 11, 10.02, 11.01, 10, 10}, 0.01);
  ASSERT_TRUE(modes.has_value());
  EXPECT_EQ(modes_text(*modes), "5 processes at 10.000 us, 2 at 11.005 us (+10.05 %)");
  EXPECT_FALSE(separated_modes({10, 10.01, 11, 10.02, 10, 10}, 0.01)) << "one outlier";
  EXPECT_FALSE(separated_modes({10, 10.01, 11, 10.02, 11.01, 10, 10}, 0.2)) << "closer than asked";
  EXPECT_FALSE(separated_modes({10, 10.2, 10.4, 10.7, 10.9, 11}, 0.01)) << "no gap";
  EXPECT_FALSE(separated_modes({10, 10, 10, 10}, 0.01));
  EXPECT_FALSE(separated_modes({}, 0.01));
  std::vector<double> rare(18, 10.0);
  rare.insert(rare.end(), 2, 11.0);
  EXPECT_FALSE(separated_modes(rare, 0.01)) << "10 % of the processes";
}

TEST(Unstable, new_modes_are_a_verdict_of_their_own_and_known_ones_are_not) {
  const std::vector<double> two_modes = {100, 100.1, 100, 110, 110.1};
  const Judgement judgement = judge_times({{"k", {100, 100.1, 99.9, 100, 100}}}, {{"k", two_modes}});
  const Verdict& verdict = verdict_of(judgement, "k");
  EXPECT_EQ(verdict.status, Status::unstable);
  EXPECT_EQ(verdict.reason, Reason::modes);
  EXPECT_THAT(verdict.detail, HasSubstr("3 processes at 100.00 us, 2 at 110.05 us (+10.05 %)"));
  EXPECT_EQ(exit_of(judgement), 3);
  EXPECT_EQ(verdict_of(judge_times({{"k", two_modes}}, {{"k", two_modes}}), "k").status, Status::pass);
}

// Drift. Canaries and one row, "k", which is 3 % slower.

const std::string first = "canary/copy/l2:cold";
const std::string last = "canary/copy/l2:warm";

Judgement drifted(const std::vector<double>& first_us, const std::vector<double>& last_us, double k_us = 103) {
  return judge_times({{first, five(50)}, {last, five(50)}, {"k", five(100)}, {"j", five(100)}},
                     {{first, first_us}, {last, last_us}, {"k", five(k_us)}, {"j", five(100)}});
}

TEST(Drift, quiet_canaries_leave_a_regression_one) {
  EXPECT_EQ(verdict_of(drifted(five(50), five(50.2)), "k").status, Status::regression);
}

TEST(Drift, a_canary_that_moved_makes_moved_rows_inconclusive_and_no_others) {
  for (const double at_us : {50.4, 49.6}) {
    const Judgement judgement = drifted(five(at_us), five(at_us));
    EXPECT_EQ(verdict_of(judgement, "k").reason, Reason::drift);
    EXPECT_EQ(verdict_of(judgement, "j").status, Status::pass);
    EXPECT_EQ(verdict_of(judgement, first).reason, Reason::drift);
    EXPECT_THAT(judgement.notes, Contains(HasSubstr("the card drifted")));
    EXPECT_EQ(exit_of(judgement), 3);
  }
  EXPECT_EQ(verdict_of(drifted(five(50.4), five(50.4), 97), "k").reason, Reason::drift) << "faster rows as well";
}

TEST(Drift, so_does_one_that_moved_from_first_to_last) {
  const Judgement judgement = drifted(five(49.8), five(50.2));
  EXPECT_EQ(verdict_of(judgement, "k").reason, Reason::drift);
  EXPECT_THAT(verdict_of(judgement, "k").detail, HasSubstr("moved (+0.80 %) between the first and the last rows"));
}

TEST(Drift, a_canary_that_failed_tells_nothing_so_nothing_is_red) {
  auto run = run_of({{first, five(50)}, {last, five(50)}, {"k", five(103)}});
  for (Row& row : run.rows) {
    if (row.key == last) row.error = "illegal address";
  }
  const Baseline baseline = baseline_of(Times{{first, five(50)}, {last, five(50)}, {"k", five(100)}});
  const Judgement judgement = judge(run, baseline, {}, {});
  EXPECT_EQ(verdict_of(judgement, last).status, Status::inconclusive);
  EXPECT_THAT(verdict_of(judgement, "k").detail, HasSubstr("could not be measured: illegal address"));
  EXPECT_EQ(exit_of(judgement), 3);
}

TEST(Drift, a_run_without_canaries_is_said_to_have_none) {
  const Judgement judgement =
      judge_times({{first, five(50)}, {last, five(50)}, {"k", five(100)}}, {{"k", five(103)}, {"j", five(100)}});
  EXPECT_EQ(verdict_of(judgement, "k").reason, Reason::drift);
  EXPECT_THAT(judgement.notes, Contains(HasSubstr("the run lacks canaries of the baseline")));
}

TEST(Drift, canaries_that_the_baseline_lacks_decide_nothing) {
  const Judgement judgement = judge_times({{"k", five(100)}}, {{first, five(70)}, {"k", five(103)}});
  EXPECT_EQ(verdict_of(judgement, "k").status, Status::regression);
}

TEST(Drift, a_slower_suite_with_quiet_canaries_is_the_programs_and_one_headline) {
  Times before = {{first, five(50)}, {last, five(50)}};
  Times slow = before;
  for (int index = 0; index < 9; ++index) {
    before[numbered(index)] = five(100);
    slow[numbered(index)] = five(110);
  }
  const Judgement judgement = judge_times(before, slow);
  EXPECT_THAT(judgement.headlines, ElementsAre(AllOf(HasSubstr("9 of 11 rows slower together"),
                                                     HasSubstr("the canaries are quiet, so it is the program's"))));
  EXPECT_EQ(exit_of(judgement), 1);
}

// Two kinds of cards: in one of five rows the one is 3 % slower.

Times card(bool is_of_second_kind, double own = 0) {
  Times times;
  for (int index = 0; index < 100; ++index) {
    const double time_us = 100 + own * (index % 3 - 1) + (is_of_second_kind && index % 5 == 0 ? 3 : 0);
    times[numbered(index)] = {time_us - 0.05, time_us, time_us, time_us + 0.05, time_us};
  }
  return times;
}

TEST(Kinds, a_card_is_judged_by_sessions_of_its_own_kind) {
  const std::vector<Times> sessions = {card(false), card(true), card(false, 0.1), card(true, 0.1)};
  for (const bool is_of_second_kind : {false, true}) {
    Times times = card(is_of_second_kind, 0.05);
    times["k10"] = five(is_of_second_kind ? 104.5 : 101.5);
    const Judgement judgement = judge(run_of(times), baseline_of(sessions), {}, {});
    EXPECT_EQ(judgement.left_out.size(), 2U);
    EXPECT_THAT(judgement.notes, Contains(HasSubstr("is of another kind of card: its rows differ by")));
    EXPECT_EQ(verdict_of(judgement, "k10").status, Status::regression) << verdict_of(judgement, "k10").tolerance;
    EXPECT_EQ(verdict_of(judgement, "k5").status, Status::pass);

    JudgeOptions same_sessions;  // as the gate confirms a single row
    same_sessions.left_out = judgement.left_out;
    same_sessions.selected = {"k10"};
    const Judgement again = judge(run_of({{"k10", times["k10"]}}), baseline_of(sessions), {}, same_sessions);
    EXPECT_EQ(verdict_of(again, "k10").status, Status::regression);
  }
}

TEST(Kinds, a_row_by_itself_is_judged_as_in_the_whole_suite_because_its_canaries_know_the_card) {
  std::vector<Times> sessions = {card(false), card(true), card(false, 0.1), card(true, 0.1)};
  const auto add_canaries = [](Times& times, bool is_of_second_kind) {
    times["canary/copy/l2:cold"] = five(is_of_second_kind ? 250 : 248.6);
    times["canary/copy/l2:warm"] = five(is_of_second_kind ? 253.2 : 251.6);
  };
  for (std::size_t session = 0; session < sessions.size(); ++session) add_canaries(sessions[session], session % 2 == 1);
  Times times = {{"k10", five(103)}};  // what it takes on the second kind: by itself it would be one of those
  add_canaries(times, false);
  const Judgement judgement = judge(run_of(times), baseline_of(sessions), {}, {});
  EXPECT_EQ(judgement.left_out.size(), 2U);
  EXPECT_EQ(verdict_of(judgement, "k10").status, Status::regression) << verdict_of(judgement, "k10").tolerance;
}

TEST(Kinds, a_row_measured_on_the_other_kind_alone_is_judged_with_what_lies_between_the_kinds) {
  std::vector<Times> sessions = {card(false), card(true), card(false, 0.1), card(true, 0.1)};
  for (const std::size_t of_second_kind : {1U, 3U}) sessions[of_second_kind]["only"] = five(100);
  Times times = card(false, 0.05);
  times["only"] = five(103);
  const Judgement judgement = judge(run_of(times), baseline_of(sessions), {}, {});
  EXPECT_EQ(verdict_of(judgement, "only").status, Status::pass);
  EXPECT_GT(verdict_of(judgement, "only").tolerance, 0.05) << "3 % in one row of five, 1.3 % on the whole";
  EXPECT_LT(verdict_of(judgement, "only").tolerance, 0.3);
  EXPECT_EQ(verdict_of(judgement, "only").baseline_sessions, 2);
  EXPECT_EQ(verdict_of(judgement, "k1").tolerance, 0.01);
}

TEST(Kinds, a_few_changed_kernels_or_a_suite_slower_throughout_are_no_other_kind) {
  const std::vector<Times> sessions = {card(false), card(false, 0.1), card(false, -0.1)};
  Times changed = card(false);
  for (const char* key : {"k1", "k2"}) changed[key] = five(130);
  EXPECT_TRUE(judge(run_of(changed), baseline_of(sessions), {}, {}).left_out.empty());
  Times slow = card(false);
  for (auto& [key, times] : slow) times = five(130);
  EXPECT_TRUE(judge(run_of(slow), baseline_of(sessions), {}, {}).left_out.empty());
}

}  // namespace
}  // namespace warpmark
