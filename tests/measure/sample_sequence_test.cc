#include "harness/measure/sample_sequence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace warpmark {
namespace {

using testing::ElementsAre;

/// Logs every call and fails at the one whose turn it is.
struct FakeDriver {
  std::vector<std::string> calls;
  std::string fail_at;

  void call(const std::string& name) {
    calls.push_back(name);
    if (name == fail_at) throw std::runtime_error(name);
  }
  void reset_persisting() { call("reset"); }
  void flush_l2() { call("flush"); }
  void begin() { call("begin"); }
  void launch() { call("launch"); }
  void end() { call("end"); }
  void observe() { call("observe"); }
  std::vector<Sample> collect() {
    call("collect");
    return {Sample{}};
  }
};

TEST(TakeSamples, ColdFlushesBeforeEachSampleAndCollectsEachByItself) {
  FakeDriver driver;
  EXPECT_EQ(take_samples(driver, L2State::cold, 2).size(), 2U);
  EXPECT_THAT(driver.calls, ElementsAre("reset", "flush", "begin", "launch", "end", "observe", "collect", "flush",
                                        "begin", "launch", "end", "collect"));
}

TEST(TakeSamples, WarmRunsBackToBack) {
  FakeDriver driver;
  take_samples(driver, L2State::warm, 2);
  EXPECT_THAT(driver.calls, ElementsAre("begin", "launch", "end", "begin", "launch", "end", "observe", "collect"));
}

TEST(TakeSamples, AFailedLaunchStillEndsItsSample) {
  FakeDriver driver;
  driver.fail_at = "launch";
  EXPECT_THROW(take_samples(driver, L2State::warm, 3), std::runtime_error);
  EXPECT_THAT(driver.calls, ElementsAre("begin", "launch", "end"));
}

TEST(TakeSamples, StopsAtAnyOtherFailure) {
  for (const std::string at : {"reset", "flush", "begin", "end", "observe", "collect"}) {
    FakeDriver driver;
    driver.fail_at = at;
    EXPECT_THROW(take_samples(driver, L2State::cold, 2), std::runtime_error) << at;
    EXPECT_EQ(driver.calls.back(), at);
    EXPECT_EQ(std::count(driver.calls.begin(), driver.calls.end(), at), 1) << at;
  }
}

/// One workload of a pair: logs its launches and what else happens into what the two have in common.
struct FakeArm {
  std::string name;
  std::vector<std::string>& log;
  std::string fail_at = {};
  std::size_t begun = 0;

  void call(const std::string& what) {
    log.push_back(what);
    if (what == fail_at) throw std::runtime_error(what);
  }
  void reset_persisting() { call("reset"); }
  void flush_l2() { call("flush"); }
  void begin() { ++begun; }
  void launch() { call(name); }
  void end() {}
  void observe() {}
  void settle() { call("settle " + name); }
  std::vector<Sample> collect() { return std::vector<Sample>(std::exchange(begun, 0)); }
};

TEST(TakeTurns, ColdIsABBAWithAFlushBeforeEach) {
  std::vector<std::string> log;
  FakeArm a{"A", log};
  FakeArm b{"B", log};
  const std::vector<Turn> turns = take_turns(a, b, L2State::cold, 3, 1, false);
  EXPECT_THAT(log,
              ElementsAre("reset", "flush", "A", "flush", "B", "flush", "B", "flush", "A", "flush", "A", "flush", "B"));
  ASSERT_EQ(turns.size(), 3U);
  for (const Turn& turn : turns) {
    EXPECT_EQ(turn.first.size(), 1U);
    EXPECT_EQ(turn.second.size(), 1U);
  }
}

TEST(TakeTurns, WarmSettlesWheneverTheOtherTakesOver) {
  std::vector<std::string> log;
  FakeArm a{"A", log};
  FakeArm b{"B", log};
  const std::vector<Turn> turns = take_turns(a, b, L2State::warm, 3, 2, false);
  EXPECT_THAT(log, ElementsAre("settle A", "A", "A", "settle B", "B", "B", "B", "settle A", "A"));
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_EQ(turns[0].first.size(), 2U);
  EXPECT_EQ(turns[1].second.size(), 1U);
}

TEST(TakeTurns, TheSecondMayLead) {
  std::vector<std::string> log;
  FakeArm a{"A", log};
  FakeArm b{"B", log};
  take_turns(a, b, L2State::warm, 2, 1, true);
  EXPECT_THAT(log, ElementsAre("settle B", "B", "settle A", "A", "A", "settle B", "B"));
}

TEST(TakeTurns, StopsAtTheFailureOfEither) {
  for (const std::string at : {"A", "B", "flush", "reset"}) {
    std::vector<std::string> log;
    FakeArm a{"A", log, at};
    FakeArm b{"B", log, at};
    EXPECT_THROW(take_turns(a, b, L2State::cold, 2, 1, false), std::runtime_error) << at;
    EXPECT_EQ(log.back(), at);
    EXPECT_EQ(std::count(log.begin(), log.end(), at), 1) << at;
  }
}

TEST(TakeTurns, AreLongEnoughToRunWarmAndManyEnoughForAnInterval) {
  EXPECT_EQ(samples_a_turn(L2State::cold, 100), 1);
  EXPECT_EQ(samples_a_turn(L2State::warm, 1), 1);
  EXPECT_EQ(samples_a_turn(L2State::warm, 10), 2);
  EXPECT_EQ(samples_a_turn(L2State::warm, 1000), 8);
}

}  // namespace
}  // namespace warpmark
