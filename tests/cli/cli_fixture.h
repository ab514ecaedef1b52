// Runs the built `warpmark` as a user would, in a private directory, with the fake benchmark program.
#pragma once

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "harness/run/json_file.h"
#include "harness/session/child_process.h"
#include "harness/session/temp_dir.h"

namespace warpmark {

struct Outcome {
  int exit_code = -1;
  std::string out;
  std::string err;

  std::string last_line() const {
    const std::string text = out.substr(0, out.find_last_not_of('\n') + 1);
    return text.substr(text.rfind('\n') + 1);
  }
};

inline std::string text_of_file(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class CliTest : public testing::Test {
 protected:
  using Words = std::vector<std::string>;

  CliTest() {
    std::filesystem::create_directory(baselines());
    setenv("TMPDIR", dir.path().c_str(), 1);  // the locks and temporary files of one test are its own
  }
  ~CliTest() override { unsetenv("TMPDIR"); }

  std::string file(const std::string& name) const { return (dir.path() / name).string(); }
  std::string baselines() const { return file("baselines"); }

  static ChildProcess start(Words words) {
    words.insert(words.begin(), WARPMARK);
    return ChildProcess(words, 1024 * 1024);
  }

  static Outcome finish(ChildProcess& child) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(3);
    while (std::chrono::steady_clock::now() < deadline) {
      if (const auto status = child.wait_for(std::chrono::milliseconds(50))) {
        EXPECT_EQ(status->signal, 0) << child.err();
        return {status->code, child.out(), child.err()};
      }
    }
    ADD_FAILURE() << "warpmark did not end: " << child.err();
    child.stop(SIGKILL, std::chrono::milliseconds(0));
    return {};
  }

  static Outcome warpmark(const Words& words) {
    ChildProcess child = start(words);
    return finish(child);
  }

  /// `words`, then the fake benchmark program with `bench_args`.
  static Outcome with_bench(Words words, const Words& bench_args) {
    words.insert(words.end(), {"--", FAKE_BENCH});
    words.insert(words.end(), bench_args.begin(), bench_args.end());
    return warpmark(words);
  }

  /// A baseline of the fake's card: one session of five processes.
  void record_baseline(const Words& bench_args = {}, Words run_words = {}) {
    run_words.insert(run_words.begin(), {"run", "-o", file("base.json")});
    const Outcome run = with_bench(run_words, bench_args);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const Outcome record = warpmark({"record", file("base.json"), "--baselines", baselines()});
    ASSERT_EQ(record.exit_code, 0) << record.out << record.err;
  }

  Outcome check(const std::string& run, Words more = {}) const {
    more.insert(more.begin(), {"check", run, "--baselines", baselines()});
    return warpmark(more);
  }

  /// A real run of an NVIDIA H200, out of tests/data/h200.
  std::string unpacked(const std::string& name) const {
    const std::string packed = std::string(WARPMARK_TEST_DATA) + "/h200/" + name + ".json.gz";
    std::filesystem::create_directories(std::filesystem::path(file(name)).parent_path());
    EXPECT_EQ(std::system(("gzip -dc " + packed + " > " + file(name)).c_str()), 0);
    return file(name);
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream(file(name)) << text; }

  TempDir dir;
};

}  // namespace warpmark
