#include "tests/bench/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace warpmark::test {

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
