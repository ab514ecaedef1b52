#include <algorithm>

#include "cli_fixture.h"
#include "fmt/format.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

namespace fs = std::filesystem;

class InitCommandTest : public CliTest {
 protected:
  static std::vector<std::string> files_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file()) names.push_back(entry.path().lexically_relative(folder).string());
    return names;
  }
};

TEST_F(InitCommandTest, writes_what_it_lists_as_it_is_in_the_sources) {
  const Outcome outcome = warpmark({"init", file("new/kernels")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto written = files_in(file("new/kernels"));
  EXPECT_EQ(written.size(), files_in(WARPMARK_PROJECT).size());
  for (const std::string& name : written) {
    EXPECT_THAT(outcome.out, HasSubstr("\n  " + name + "\n"));
    EXPECT_EQ(text_of_file(file("new/kernels/" + name)), text_of_file(WARPMARK_PROJECT "/" + name)) << name;
  }
}

TEST_F(InitCommandTest, prints_commands_that_may_be_pasted) {
  const Outcome outcome = warpmark({"init", file("a b")});
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\n  cd '" + file("a b") + "'\n  cmake -B build"),
                                 HasSubstr(" && cmake --build build && ctest --test-dir build -L perf -V\n"),
                                 HasSubstr(" run -o run.json -- build/my_bench\n"),
                                 HasSubstr(" record run.json --baselines baselines\n")));
}

TEST_F(InitCommandTest, takes_an_empty_folder_and_no_other) {
  fs::create_directory(file("empty"));
  EXPECT_EQ(warpmark({"init", file("empty")}).exit_code, 0);

  fs::create_directory(file("full"));
  std::ofstream(file("full/bench.cc")) << "mine";
  const Outcome outcome = warpmark({"init", file("full")});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err,
              AllOf(StartsWith("warpmark: error: " + file("full") + ": is not empty"), HasSubstr("remedy: ")));
  EXPECT_THAT(files_in(file("full")), testing::ElementsAre("bench.cc"));
  EXPECT_EQ(text_of_file(file("full/bench.cc")), "mine");
}

TEST_F(InitCommandTest, a_file_in_the_way_exits_2) {
  std::ofstream(file("taken")) << "mine";
  for (const char* folder : {"taken", "taken/below"}) {
    const Outcome outcome = warpmark({"init", file(folder)});
    EXPECT_EQ(outcome.exit_code, 2) << folder;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(file("taken") + ": is no folder"), HasSubstr("remedy: ")));
  }
  EXPECT_EQ(text_of_file(file("taken")), "mine");
}

TEST_F(InitCommandTest, a_folder_that_cannot_be_made_exits_2) {
  const Outcome outcome = warpmark({"init", "/proc/kernels"});  // not even by root
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, AllOf(StartsWith("warpmark: error: /proc/kernels: "), HasSubstr("remedy: ")));
}

TEST_F(InitCommandTest, a_disk_that_is_full_halfway_leaves_nothing) {
  const fs::path project = WARPMARK_PROJECT;
  const auto files = files_in(project);
  const auto size = [&](const std::string& name) { return fs::file_size(project / name); };
  const auto largest =
      std::max_element(files.begin(), files.end(), [&](const auto& a, const auto& b) { return size(a) < size(b); });
  fs::create_directory(file("empty"));
  for (const char* folder : {"new/kernels", "empty"}) {
    // Files that may not grow to the size of the largest: the others can be written.
    const std::string limited =
        fmt::format("trap '' XFSZ; exec prlimit --fsize={} \"$0\" init {}", size(*largest) - 1, file(folder));
    ChildProcess child({"bash", "-c", limited, WARPMARK});
    const Outcome outcome = finish(child);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(*largest + ": cannot be written"), HasSubstr("remedy: ")));
  }
  EXPECT_FALSE(fs::exists(file("new")));
  EXPECT_TRUE(fs::is_empty(file("empty")));
}

TEST_F(InitCommandTest, without_a_folder_exits_2) {
  EXPECT_EQ(warpmark({"init"}).exit_code, 2);
  const Outcome outcome = warpmark({"init", ""});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("is empty"), HasSubstr("remedy: ")));
}

}  // namespace
}  // namespace warpmark
