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
  void wait() { call("wait"); }
};

TEST(QueueSamples, ColdFlushesBeforeEachSampleAndWaitsForIt) {
  FakeDriver driver;
  queue_samples(driver, L2State::cold, 2);
  EXPECT_THAT(driver.calls, ElementsAre("reset", "flush", "begin", "launch", "end", "observe", "wait", "flush", "begin",
                                        "launch", "end", "observe", "wait"));
}

TEST(QueueSamples, WarmRunsBackToBack) {
  FakeDriver driver;
  queue_samples(driver, L2State::warm, 2);
  EXPECT_THAT(driver.calls, ElementsAre("begin", "launch", "end", "begin", "launch", "end", "observe", "wait"));
}

TEST(QueueSamples, AFailedLaunchStillEndsItsSample) {
  FakeDriver driver;
  driver.fail_at = "launch";
  EXPECT_THROW(queue_samples(driver, L2State::warm, 3), std::runtime_error);
  EXPECT_THAT(driver.calls, ElementsAre("begin", "launch", "end"));
}

TEST(QueueSamples, StopsAtAnyOtherFailure) {
  for (const std::string at : {"reset", "flush", "begin", "end", "observe", "wait"}) {
    FakeDriver driver;
    driver.fail_at = at;
    EXPECT_THROW(queue_samples(driver, L2State::cold, 2), std::runtime_error) << at;
    EXPECT_EQ(driver.calls.back(), at);
    EXPECT_EQ(std::count(driver.calls.begin(), driver.calls.end(), at), 1) << at;
  }
}

/// One workload of a pair: logs its launches and what else happens into what the two have in common.
struct FakeArm {
  std::string name;
  std::vector<std::string>& log;
  std::string fail_at = {};

  void call(const std::string& what) {
    log.push_back(what);
    if (what == fail_at) throw std::runtime_error(what);
  }
  void reset_persisting() { call("reset"); }
  void flush_l2() { call("flush"); }
  void begin() {}
  void launch() { call(name); }
  void end() {}
  void observe() {}
  void wait() {}
  void settle() { call("settle " + name); }
};

TEST(QueueTurns, ColdIsABBAWithAFlushBeforeEach) {
  std::vector<std::string> log;
  FakeArm a{"A", log};
  FakeArm b{"B", log};
  EXPECT_EQ(queue_turns(a, b, L2State::cold, 3, 1, false).size(), 3U);
  EXPECT_THAT(log,
              ElementsAre("reset", "flush", "A", "flush", "B", "flush", "B", "flush", "A", "flush", "A", "flush", "B"));
}

TEST(QueueTurns, WarmSettlesWheneverTheOtherTakesOver) {
  std::vector<std::string> log;
  FakeArm a{"A", log};
  FakeArm b{"B", log};
  const std::vector<QueuedTurn> turns = queue_turns(a, b, L2State::warm, 3, 2, false);
  EXPECT_THAT(log, ElementsAre("settle A", "A", "A", "settle B", "B", "B", "B", "settle A", "A"));
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_EQ(turns[0].samples, 2);
  EXPECT_EQ(turns[1].samples, 1);
}

TEST(QueueTurns, TheSecondMayLead) {
  std::vector<std::string> log;
  FakeArm a{"A", log};
  FakeArm b{"B", log};
  queue_turns(a, b, L2State::warm, 2, 1, true);
  EXPECT_THAT(log, ElementsAre("settle B", "B", "settle A", "A", "A", "settle B", "B"));
}

TEST(QueueTurns, StopsAtTheFailureOfEither) {
  for (const std::string at : {"A", "B", "flush", "reset"}) {
    std::vector<std::string> log;
    FakeArm a{"A", log, at};
    FakeArm b{"B", log, at};
    EXPECT_THROW(queue_turns(a, b, L2State::cold, 2, 1, false), std::runtime_error) << at;
    EXPECT_EQ(log.back(), at);
    EXPECT_EQ(std::count(log.begin(), log.end(), at), 1) << at;
  }
}

TEST(QueueTurns, AreDealtTheirSamplesInTheOrderOfTheTurns) {
  std::vector<Sample> samples(6);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i].busy_us = static_cast<double>(i);
  const std::vector<Turn> turns = dealt({{2, false}, {1, true}}, samples);
  const auto times = [](const std::vector<Sample>& of) {
    std::vector<double> us;
    for (const Sample& sample : of) us.push_back(sample.busy_us);
    return us;
  };
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_THAT(times(turns[0].first), ElementsAre(0, 1));
  EXPECT_THAT(times(turns[0].second), ElementsAre(2, 3));
  EXPECT_THAT(times(turns[1].second), ElementsAre(4));
  EXPECT_THAT(times(turns[1].first), ElementsAre(5));
  samples.pop_back();
  EXPECT_THROW(dealt({{2, false}, {1, true}}, samples), std::runtime_error);
}

TEST(QueueTurns, AreLongEnoughToRunWarmAndManyEnoughForAnInterval) {
  EXPECT_EQ(samples_a_turn(L2State::cold, 100), 1);
  EXPECT_EQ(samples_a_turn(L2State::warm, 1), 1);
  EXPECT_EQ(samples_a_turn(L2State::warm, 10), 2);
  EXPECT_EQ(samples_a_turn(L2State::warm, 1000), 8);
}

}  // namespace
}  // namespace warpmark
