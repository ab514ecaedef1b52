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
  void launch(std::size_t which) { call("launch " + std::to_string(which)); }
  void wait() { call("wait"); }
  void start() { call("start"); }
  void enter(std::size_t which) { call("enter " + std::to_string(which)); }
  void leave() { call("leave"); }
  bool stop() {
    call("stop");
    return --passes == 0;
  }
};

TEST(WatchCalls, OfAColdRowBeginEachWithAFlushThatHasEnded) {
  FakeDriver driver{.passes = 2};
  watch_calls(driver, {Before::flush});
  EXPECT_THAT(driver.calls,
              ElementsAre("start", "reset", "flush", "wait", "enter 0", "launch 0", "wait", "leave", "stop", "start",
                          "reset", "flush", "wait", "enter 0", "launch 0", "wait", "leave", "stop"));
}

TEST(WatchCalls, OfAWarmRowBeginEachWithTheSameCall) {
  FakeDriver driver;
  watch_calls(driver, {Before::same_call, Before::same_call});
  EXPECT_THAT(driver.calls, ElementsAre("start", "launch 0", "wait", "enter 0", "launch 0", "wait", "leave",  //
                                        "launch 1", "wait", "enter 1", "launch 1", "wait", "leave", "stop"));
}

TEST(WatchCalls, OfOnePassMayBeInEitherState) {
  FakeDriver driver;
  watch_calls(driver, {Before::flush, Before::same_call});
  EXPECT_THAT(driver.calls, ElementsAre("start", "reset", "flush", "wait", "enter 0", "launch 0", "wait", "leave",  //
                                        "launch 1", "wait", "enter 1", "launch 1", "wait", "leave", "stop"));
}

TEST(WatchCalls, ThatFollowTheSameCallNeedNothingBefore) {
  FakeDriver driver;
  watch_calls(driver, {Before::flush, Before::nothing});
  EXPECT_THAT(driver.calls, ElementsAre("start", "reset", "flush", "wait", "enter 0", "launch 0", "wait", "leave",  //
                                        "wait", "enter 1", "launch 1", "wait", "leave", "stop"));
}

TEST(WatchCalls, AFailedCallIsStillLeftAndStopped) {
  for (const std::string at : {"launch 0", "wait"}) {
    FakeDriver driver{.fail_at = at, .fail_after = 1};
    EXPECT_THROW(watch_calls(driver, {Before::same_call, Before::same_call}), std::runtime_error) << at;
    EXPECT_EQ(driver.calls.at(driver.calls.size() - 2), "leave") << at;
    EXPECT_EQ(driver.calls.back(), "stop") << at;
  }
}

TEST(WatchCalls, WhatFailsBeforeACallIsStopped) {
  for (const std::string at : {"reset", "flush", "wait", "enter 0"}) {
    FakeDriver driver{.fail_at = at};
    EXPECT_THROW(watch_calls(driver, {Before::flush}), std::runtime_error) << at;
    EXPECT_EQ(driver.calls.at(driver.calls.size() - 2), at);
    EXPECT_EQ(driver.calls.back(), "stop") << at;
  }
}

TEST(WatchCalls, WhatDoesNotStartIsNotStopped) {
  FakeDriver driver{.fail_at = "start"};
  EXPECT_THROW(watch_calls(driver, {Before::flush}), std::runtime_error);
  EXPECT_THAT(driver.calls, ElementsAre("start"));
}

}  // namespace
}  // namespace warpmark
