#include "harness/gate/card.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gate/builders.h"

namespace warpmark {
namespace {

using testing::HasSubstr;

constexpr const char* same_card = "GPU-of-the-run";

/// A benchmark that is 20 % slower than on three other cards, by the same machine code, launch and counters.
class CardTest : public testing::Test {
 protected:
  CardTest() {
    const KernelCode code{"aa", {}, {}};
    const std::map<std::string, double> counters = {{"gpu_inst_executed", 1000}, {"gpu_grid_blocks", 100}};
    run_.code.kernels["kernel"] = code;
    baseline_.code.kernels["kernel"] = code;
    for (Row& row : run_.rows) {
      row.kernels = {"kernel"};
      row.counters.insert(counters.begin(), counters.end());
    }
    BaselineRow& row = baseline_.rows["k"];
    row.kernels = {"kernel"};
    row.sass = "aa";
    row.counters = counters;
  }

  Verdict verdict() const { return verdict_of(judge(run_, baseline_, {}, options_), "k"); }
  void run_takes(double time_us) {
    for (Row& row : run_.rows) row.time_us = time_us;
  }

  warpmark::Run run_ = run_of({{"k", five(120)}});
  Baseline baseline_ = baseline_of({{{"k", five(100)}}, {{"k", five(100)}}, {{"k", five(100)}}});
  JudgeOptions options_;
};

TEST_F(CardTest, OnAnUnknownCardWhatOnlyGotSlowerIsNotTheProgram) {
  const Verdict slower = verdict();
  EXPECT_EQ(slower.status, Status::inconclusive);
  EXPECT_EQ(slower.reason, Reason::card);
  EXPECT_THAT(slower.detail, HasSubstr("a card that the baseline does not hold (record its run to judge by it)"));
  run_takes(80);
  EXPECT_EQ(verdict().status, Status::pass);
  EXPECT_EQ(verdict().reason, Reason::card);
}

TEST_F(CardTest, ChangedCodeIsARegressionOnAnyCard) {
  run_.code.kernels["kernel"].hash = "bb";
  EXPECT_EQ(verdict().status, Status::regression);
}

TEST_F(CardTest, MoreExecutedInstructionsAreTheProgram) {
  for (Row& row : run_.rows) row.counters["gpu_inst_executed"] = 1200;
  EXPECT_EQ(verdict().status, Status::regression);
}

TEST_F(CardTest, WhatIsNotKnownIsNoExcuse) {
  for (Row& row : run_.rows) row.counters.erase("gpu_inst_executed");
  EXPECT_EQ(verdict().status, Status::regression) << "no hardware counters in the run";
  run_.code.kernels.clear();
  EXPECT_EQ(verdict().status, Status::regression) << "no machine code either";
}

TEST_F(CardTest, AClockThatNobodyToldIsNoExcuse) {
  for (Row& row : run_.rows) row.counters.erase("gpu_sm_mhz");
  EXPECT_EQ(verdict().status, Status::regression);
}

TEST_F(CardTest, AnotherDriverIsACause) {
  run_.facts.driver = "590.10";
  EXPECT_NE(verdict().reason, Reason::card);
}

TEST_F(CardTest, ARunThatDoesNotSayItsCardIsJudgedAsAny) {
  run_.facts.gpu.uuid.clear();
  EXPECT_EQ(verdict().status, Status::regression);
}

/// As judged by what all cards together can resolve.
Verdict weighed(double run_us, const std::vector<double>& own_us, const Finding& apart_from_time = {},
                bool only_time_moved = true) {
  Baseline baseline = baseline_of({{{"k", five(100)}}, {{"k", own_us}}});
  baseline.sessions[1].uuid = same_card;
  Judgement judgement;
  Verdict& moved = judgement.verdicts.emplace_back();
  moved.key = "k";
  moved.status = Status::regression;
  moved.reason = Reason::slower;
  moved.run_us = run_us;
  moved.ratio = run_us / 100;
  moved.tolerance = 0.01;
  moved.apart_from_time = apart_from_time;
  moved.only_time_moved = only_time_moved;
  weigh_card(judgement, run_of({{"k", five(run_us)}}), baseline, {});
  return judgement.verdicts.front();
}

TEST(OwnCard, IsAsItWas) {
  const Verdict verdict = weighed(103.6, five(103.5));
  EXPECT_EQ(verdict.status, Status::pass);
  EXPECT_EQ(verdict.reason, Reason::card);
  EXPECT_EQ(verdict.detail.find("as this card was: 103.50 us in its session s2"), 0) << verdict.detail;
}

TEST(OwnCard, ThatWasFasterGotSlower) {
  EXPECT_EQ(weighed(103.6, five(100)).status, Status::regression);
  EXPECT_EQ(weighed(103.6, five(102)).status, Status::regression);
}

/// Its session may be of the code as it was before somebody made it faster.
TEST(OwnCard, ExplainsNoChangedCode) { EXPECT_EQ(weighed(103.6, five(103.5), {}, false).status, Status::regression); }

TEST(OwnCard, IsNotKnownByOneProcess) {
  const Verdict verdict = weighed(103.6, {103.5});
  EXPECT_EQ(verdict.status, Status::inconclusive);
  EXPECT_EQ(verdict.reason, Reason::too_few_processes);
  EXPECT_THAT(verdict.detail, HasSubstr("by 1 of the 3 processes that this takes"));
}

TEST(OwnCard, ExplainsNoChangedCounter) {
  const Verdict verdict = weighed(103.6, five(103.5), {Status::counter_changed, Reason::counter, "one load more"});
  EXPECT_EQ(verdict.status, Status::counter_changed);
  EXPECT_EQ(verdict.reason, Reason::counter);
  EXPECT_EQ(verdict.detail.find("one load more; as this card was"), 0) << verdict.detail;
}

TEST_F(CardTest, TheScreenKeepsItsSuspects) {
  options_.is_screen = true;
  EXPECT_EQ(verdict().status, Status::regression);
}

TEST(Resolution, LessThanAStepOfTheClockIsNoChange) {
  warpmark::Run run = run_of({{"k", five(1.376)}});
  Baseline baseline = baseline_of({{"k", five(1.344)}});
  EXPECT_EQ(verdict_of(judge(run, baseline, {}, {}), "k").status, Status::regression);
  run.facts.clock_step_ns = 32;
  EXPECT_EQ(verdict_of(judge(run, baseline, {}, {}), "k").status, Status::pass);
  for (Row& row : run.rows) row.time_us = 1.408;
  EXPECT_EQ(verdict_of(judge(run, baseline, {}, {}), "k").status, Status::regression);
}

}  // namespace
}  // namespace warpmark
