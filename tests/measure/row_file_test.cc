#include "harness/measure/row_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/run/input_error.h"

namespace warpmark {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

class RowFileTest : public testing::Test {
 protected:
  RowFileTest() { fs::create_directories(dir_); }
  ~RowFileTest() override { fs::remove_all(dir_); }

  static std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  static ordered_json json_of(const fs::path& file) { return ordered_json::parse(text_of(file)); }

  fs::path dir_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  fs::path file_ = dir_ / "run.json";
};

TEST_F(RowFileTest, IsCompleteJsonAfterEveryRow) {
  RowFile file(file_, {{"date", "today"}});
  EXPECT_EQ(json_of(file.part())["benchmarks"].size(), 0U);
  for (std::size_t i = 1; i <= 3; ++i) {
    file.append({{"name", "k\"" + std::to_string(i)}});
    EXPECT_EQ(json_of(file.part())["benchmarks"].size(), i);
  }
  EXPECT_EQ(json_of(file.part())["context"]["date"], "today");
  EXPECT_EQ(json_of(file.part())["benchmarks"][2]["name"], "k\"3");
}

TEST_F(RowFileTest, LeavesAnOlderFileAloneUntilItIsFinished) {
  std::ofstream(file_) << "old";
  RowFile file(file_, {});
  file.append({{"name", "k"}});
  EXPECT_EQ(text_of(file_), "old");
  file.finish();
  EXPECT_EQ(json_of(file_)["benchmarks"].size(), 1U);
  EXPECT_FALSE(fs::exists(file.part()));
}

TEST_F(RowFileTest, RefusesAFolderAndAFolderThatIsNotThere) {
  EXPECT_THROW(RowFile(dir_, {}), InputError);
  EXPECT_THROW(RowFile(dir_ / "no" / "run.json", {}), InputError);
}

TEST_F(RowFileTest, AFullDiskTakesBackTheRowThatDidNotFit) {
  RowFile file(file_, {});
  file.append({{"name", "fits"}});
  const auto size = fs::file_size(file.part());

  std::signal(SIGXFSZ, SIG_IGN);  // a write past the limit is then an error, as on a full disk
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit full = before;
  full.rlim_cur = size + 100;
  setrlimit(RLIMIT_FSIZE, &full);
  EXPECT_THROW(file.append({{"name", std::string(1000, 'x')}}), InputError);
  setrlimit(RLIMIT_FSIZE, &before);

  const ordered_json json = json_of(file.part());
  ASSERT_EQ(json["benchmarks"].size(), 1U);
  EXPECT_EQ(json["benchmarks"][0]["name"], "fits");
  file.append({{"name", "again"}});
  EXPECT_EQ(json_of(file.part())["benchmarks"].size(), 2U);
}

}  // namespace
}  // namespace warpmark
