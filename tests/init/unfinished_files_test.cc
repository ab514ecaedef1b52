#include "harness/init/unfinished_files.h"

#include <gmock/gmock.h>

#include "harness/run/input_error.h"
#include "harness/run/text_file.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

TEST(UnfinishedFiles, stay_once_kept) {
  const ScratchFolder scratch;
  {
    UnfinishedFiles files;
    files.write(scratch.path() / "a/b/file", "text");
    files.keep();
  }
  EXPECT_EQ(read_text(scratch.path() / "a/b/file"), "text");
}

TEST(UnfinishedFiles, that_meet_a_file_of_others_leave_it_and_go) {
  const ScratchFolder scratch;
  fs::create_directory(scratch.path() / "theirs");
  replace_text(scratch.path() / "theirs/file", "theirs");
  {
    UnfinishedFiles files;
    files.write(scratch.path() / "new/file", "ours");
    files.write(scratch.path() / "theirs/other", "ours");
    EXPECT_THROW(files.write(scratch.path() / "theirs/file", "ours"), InputError);
  }
  EXPECT_FALSE(fs::exists(scratch.path() / "new"));
  EXPECT_FALSE(fs::exists(scratch.path() / "theirs/other"));
  EXPECT_EQ(read_text(scratch.path() / "theirs/file"), "theirs");
}

}  // namespace
}  // namespace warpmark
