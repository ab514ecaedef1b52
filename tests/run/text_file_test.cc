#include "harness/run/text_file.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>

#include "harness/run/input_error.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using testing::HasSubstr;

TEST(ReplaceText, writes_and_replaces) {
  const ScratchFolder folder;
  const auto file = folder.path() / "f";
  replace_text(file, "one");
  replace_text(file, "two");
  EXPECT_EQ(read_text(file), "two");
  EXPECT_EQ(folder.entries(), 1U);
}

/// A limit on the size of files stands in for a full disk: write(2) fails in the middle either way.
TEST(ReplaceText, leaves_the_old_file_when_the_disk_is_full) {
  const ScratchFolder folder;
  const auto file = folder.path() / "f";
  replace_text(file, "old");

  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  rlimit tiny = old_limit;
  tiny.rlim_cur = 4096;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tiny), 0);
  std::string message;
  try {
    replace_text(file, std::string(1 << 20, 'x'));
  } catch (const InputError& error) {
    message = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &old_limit);
  std::signal(SIGXFSZ, old_handler);

  EXPECT_THAT(message, HasSubstr("cannot be written"));
  EXPECT_EQ(read_text(file), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(ReplaceText, refuses_a_directory_a_device_and_a_folder_that_is_not_there) {
  const ScratchFolder folder;
  EXPECT_THROW(replace_text(folder.path(), "x"), InputError);
  EXPECT_THROW(replace_text("/dev/full", "x"), InputError);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  EXPECT_THROW(replace_text(folder.path() / "no" / "f", "x"), InputError);
}

TEST(ReplaceText, replaces_what_a_symbolic_link_points_to) {
  const ScratchFolder folder;
  replace_text(folder.path() / "f", "old");
  std::filesystem::create_symlink(folder.path() / "f", folder.path() / "link");
  replace_text(folder.path() / "link", "new");
  EXPECT_EQ(read_text(folder.path() / "f"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
}

TEST(ReadText, refuses_a_missing_file_by_name) {
  try {
    read_text("/nonexistent/f");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("/nonexistent/f: No such file"));
  }
}

}  // namespace
}  // namespace warpmark
