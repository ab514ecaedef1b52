#include "harness/measure/sample_sequence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

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

}  // namespace
}  // namespace warpmark
