#include "tests/bench/program.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace warpmark::test {

Outcome run_command(const std::string& command) {
  std::FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start a shell");
  Outcome outcome;
  std::array<char, 4096> chunk{};
  for (std::size_t read = 0; (read = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) {
    outcome.text.append(chunk.data(), read);
  }
  const int status = pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

Outcome run_bench(const std::string& arguments) { return run_command(std::string(WARPMARK_BENCH) + " " + arguments); }

std::string scratch_file(const std::string& name) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::string file = std::string("warpmark-") + test.name() + "-" + name;
  std::replace(file.begin(), file.end(), '/', '-');  // parameterized tests have one in their names
  const auto path = std::filesystem::path(testing::TempDir()) / file;
  std::filesystem::remove(path);
  return path;
}

}  // namespace warpmark::test
