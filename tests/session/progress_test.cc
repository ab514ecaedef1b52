#include "harness/session/progress.h"

#include <cstdio>

#include "harness/session/rows_file.h"
#include "harness/session/shuffle.h"
#include "session_fixture.h"

namespace warpmark {
namespace {

using testing::HasSubstr;

using ProgressTest = SessionTest;

TEST_F(ProgressTest, off_a_terminal_there_is_one_line_a_process_without_control_characters) {
  std::FILE* stream = std::fopen(file("log").c_str(), "w");
  {
    TerminalProgress progress(stream);
    progress.at({"copy/a", 0, 2, 0, 6});
    progress.at({"copy/b", 0, 2, 1, 6});
    progress.message("copy/b: hung");
    progress.at({"copy/a", 1, 2, 3, 6});
  }
  std::fclose(stream);
  const std::string log = read(file("log"));
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 3);
  EXPECT_THAT(log, HasSubstr("process 1/2, 0/6 rows"));
  EXPECT_THAT(log, HasSubstr("warpmark: copy/b: hung\n"));
  EXPECT_THAT(log, HasSubstr("process 2/2, 3/6 rows"));
  EXPECT_EQ(log.find('\033'), std::string::npos);
}

TEST_F(ProgressTest, durations_read_like_a_clock) {
  EXPECT_EQ(clock_text(std::chrono::seconds(65)), "1:05");
  EXPECT_EQ(clock_text(std::chrono::seconds(3723)), "1:02:03");
}

TEST_F(ProgressTest, the_log_of_a_process_counts_whole_lines_only) {
  std::ofstream out(file("progress"));
  ProgressLog log(file("progress"));
  EXPECT_FALSE(log.advance());
  out << "copy/a/manual_time\ncopy" << std::flush;
  EXPECT_TRUE(log.advance());
  EXPECT_EQ(log.latest(), "copy/a");
  out << "/b\n" << std::flush;
  EXPECT_TRUE(log.advance());
  EXPECT_EQ(log.latest(), "copy/b");
  EXPECT_EQ(log.begun(), 2);
  EXPECT_FALSE(log.advance());
}

TEST_F(ProgressTest, the_order_is_the_same_everywhere_for_a_seed) {
  const std::vector<std::string> keys = {"a", "b", "c", "d", "e", "f"};
  EXPECT_THAT(shuffled(keys, 1, 0), testing::UnorderedElementsAreArray(keys));
  EXPECT_EQ(shuffled(keys, 1, 0), shuffled(keys, 1, 0));
  EXPECT_NE(shuffled(keys, 1, 0), shuffled(keys, 1, 1));
  EXPECT_NE(shuffled(keys, 1, 0), shuffled(keys, 2, 0));
}

}  // namespace
}  // namespace warpmark
