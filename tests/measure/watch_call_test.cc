#include "harness/measure/watch_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace warpmark {
namespace {

using testing::ElementsAre;

/// Logs every call, fails at the launch or wait whose turn it is, and has seen enough after so many passes.
struct FakeDriver {
  int passes = 1;
  std::string fail_at = {};
  int fail_after = 0;  // so many successful calls of that name
  std::vector<std::string> calls = {};

  void call(const std::string& name) {
    calls.push_back(name);
    if (name == fail_at && fail_after-- == 0) throw std::runtime_error(name);
  }
  void reset_persisting() { call("reset"); }
  void flush_l2() { call("flush"); }
  void launch() { call("launch"); }
  void wait() { call("wait"); }
  void start() { call("start"); }
  bool stop() {
    call("stop");
    return --passes == 0;
  }
};

TEST(WatchCall, OfAColdRowBeginsEveryPassWithAFlushThatHasEnded) {
  FakeDriver driver{.passes = 2};
  watch_call(driver, L2State::cold);
  EXPECT_THAT(driver.calls, ElementsAre("reset", "flush", "wait", "start", "launch", "wait", "stop",  //
                                        "reset", "flush", "wait", "start", "launch", "wait", "stop"));
}

TEST(WatchCall, OfAWarmRowBeginsWithTheSameCall) {
  FakeDriver driver;
  watch_call(driver, L2State::warm);
  EXPECT_THAT(driver.calls, ElementsAre("launch", "wait", "start", "launch", "wait", "stop"));
}

TEST(WatchCall, AFailedCallIsStillStopped) {
  for (const std::string at : {"launch", "wait"}) {
    FakeDriver driver{.fail_at = at, .fail_after = 1};
    EXPECT_THROW(watch_call(driver, L2State::warm), std::runtime_error) << at;
    EXPECT_EQ(driver.calls.back(), "stop") << at;
  }
}

TEST(WatchCall, WhatFailsBeforeTheStartIsNotStopped) {
  for (const std::string at : {"reset", "flush", "wait", "start"}) {
    FakeDriver driver{.fail_at = at};
    EXPECT_THROW(watch_call(driver, L2State::cold), std::runtime_error) << at;
    EXPECT_EQ(driver.calls.back(), at);
  }
}

}  // namespace
}  // namespace warpmark
