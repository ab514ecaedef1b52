// What the tests of this folder share: a private directory, the fake benchmark program, and a progress that remembers.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "harness/session/bench_program.h"
#include "harness/session/progress.h"
#include "harness/session/temp_dir.h"

namespace warpmark {

class RememberingProgress : public Progress {
 public:
  void at(const Position& position) override { positions.push_back(position); }
  void message(const std::string& text) override { messages.push_back(text); }

  std::vector<Position> positions;
  std::vector<std::string> messages;
};

class SessionTest : public testing::Test {
 protected:
  static BenchProgram fake(std::vector<std::string> args = {}) { return {FAKE_BENCH, std::move(args)}; }
  std::string file(const std::string& name) const { return (dir.path() / name).string(); }

  static std::string read(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }

  TempDir dir;
};

/// The message of the Error that `action` throws; a failure when it throws none.
template <class Error, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace warpmark
