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
    const CounterValues counters = {{"gpu_inst_executed", 1000}, {"gpu_grid_blocks", 100}};
    run_.code.kernels["kernel"] = code;
    baseline_.code.kernels["kernel"] = code;
    for (Row& row : run_.rows) {
      row.kernels = {"kernel"};
      row.counters.merge(counters);
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

/// "k" takes 103.5 us on this card, 100 us on two others; a hundred more benchmarks take the same on all.
class OwnCardTest : public testing::Test {
 protected:
  OwnCardTest() { baseline_.sessions[1].uuid = same_card; }
  static Times takes(double time_us) {
    Times times = {{"k", five(time_us)}};
    for (int i = 0; i < 100; ++i) times[fmt::format("other{}", i)] = {200, 200.1, 200.2, 200.3, 200.4};
    return times;
  }
  Judgement judged(double run_us) const { return judge(run_of(takes(run_us)), baseline_, {}, {}); }
  Verdict verdict(double run_us) const { return verdict_of(judged(run_us), "k"); }

  Baseline baseline_ = baseline_of({takes(100), takes(103.5), takes(100.1)});
};

TEST_F(OwnCardTest, IsComparedWithItself) {
  EXPECT_EQ(verdict(103.6).status, Status::pass);
  EXPECT_EQ(verdict(103.6).baseline_us, 103.5);
  EXPECT_TRUE(verdict(103.6).by_own_card);
}

TEST_F(OwnCardTest, DiffersFromItselfAsCardsDoWhereNothingElseIsKnown) {
  EXPECT_GT(verdict(103.6).tolerance, 0.05);
  EXPECT_THAT(judged(103.6).notes, testing::Contains(HasSubstr("101 rows are judged by its own sessions, as if it")));
}

TEST_F(OwnCardTest, IsJudgedByHowACardDiffersFromItselfWhereTwoSessionsTell) {
  baseline_ = baseline_of({takes(100), takes(103.5), takes(103.6)});
  baseline_.sessions[1].uuid = baseline_.sessions[2].uuid = same_card;
  EXPECT_EQ(verdict(103.6).status, Status::pass);
  EXPECT_EQ(verdict(105.2).status, Status::regression);
  EXPECT_EQ(verdict(101).status, Status::improved);
}

TEST_F(OwnCardTest, IsJudgedByHowOtherCardsDifferFromThemselves) {
  baseline_.sessions[0].uuid = baseline_.sessions[2].uuid = "GPU-of-another";
  EXPECT_EQ(verdict(103.6).status, Status::pass);
  EXPECT_EQ(verdict(105.2).status, Status::regression);
}

TEST_F(OwnCardTest, IsNotKnownByTwoProcesses) {
  baseline_.rows["k"].time_us["s2"] = {103.5, 103.5};
  EXPECT_FALSE(verdict(103.6).by_own_card);
  EXPECT_EQ(verdict(103.6).baseline_us, 100.1);
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
