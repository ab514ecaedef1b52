#include "harness/session/tool_runner.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "harness/run/input_error.h"
#include "harness/session/find_tools.h"
#include "harness/session/temp_dir.h"

namespace warpmark {
namespace {

using codegen::ToolAnswer;
using codegen::ToolCall;
using std::chrono::milliseconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

ToolCall shell_call(const std::string& script, const std::filesystem::path& folder = {}) {
  return {{"/bin/sh", "-c", script}, folder};
}

TEST(ToolRunner, answers_in_the_order_of_the_calls) {
  const std::vector<ToolAnswer> answers =
      run_tool_calls({shell_call("sleep 0.2; echo first"), shell_call("echo second; echo why >&2; exit 3"),
                      shell_call("kill -SEGV $$"), shell_call("echo")},
                     {.timeout = milliseconds(30'000), .at_once = 3});
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0].out, "first\n");
  EXPECT_EQ(answers[0].exit_code, 0);
  EXPECT_EQ(answers[1].out, "second\n");
  EXPECT_EQ(answers[1].err, "why\n");
  EXPECT_EQ(answers[1].exit_code, 3);
  EXPECT_EQ(answers[2].signal, 11);
  EXPECT_FALSE(answers[2].timed_out);
  EXPECT_EQ(answers[3].out, "\n");
  EXPECT_THAT(run_tool_calls({}, {}), IsEmpty());
}

TEST(ToolRunner, runs_a_tool_where_it_is_told) {
  const TempDir folder;
  const auto answers =
      run_tool_calls({shell_call("pwd -P", folder.path()), shell_call("echo x > made", folder.path())}, {});
  EXPECT_EQ(answers[0].out, std::filesystem::canonical(folder.path()).string() + "\n");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "made"));
}

TEST(ToolRunner, what_hangs_is_killed_and_said) {
  const auto answers = run_tool_calls({shell_call("echo begun; sleep 600"), shell_call("echo well")},
                                      {.timeout = milliseconds(300), .at_once = 2});
  EXPECT_TRUE(answers[0].timed_out);
  EXPECT_EQ(answers[0].out, "begun\n");
  EXPECT_FALSE(answers[1].timed_out);
  EXPECT_EQ(answers[1].out, "well\n");
}

TEST(ToolRunner, takes_whole_what_is_long) {
  const auto answers =
      run_tool_calls({shell_call("head -c 3000000 /dev/zero | tr '\\0' x"), shell_call("yes | head -c 2000000")}, {});
  EXPECT_EQ(answers[0].out.size(), 3'000'000U);
  EXPECT_EQ(answers[1].out.size(), 2'000'000U);
}

TEST(ToolRunner, a_tool_that_is_not_there_is_an_error) {
  EXPECT_THROW(run_tool_calls({{{"/nowhere/nvdisasm"}, {}}}, {}), InputError);
}

TEST(FindTools, the_named_ones_are_taken_or_refused) {
  const codegen::Tools tools = find_tools("/bin/sh", "sh", {});
  EXPECT_EQ(tools.cuobjdump, "/bin/sh");
  EXPECT_THAT(tools.nvdisasm, EndsWith("/sh"));
  EXPECT_EQ(tools.run({shell_call("echo ran")}).at(0).out, "ran\n");
  try {
    find_tools("/bin/sh", "/nowhere/nvdisasm", {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--nvdisasm /nowhere/nvdisasm: is no program that can be run"));
  }
  EXPECT_THROW(find_tools("no-such-tool", "sh", {}), InputError);
  EXPECT_THROW(find_tools("/bin", "sh", {}), InputError);
}

}  // namespace
}  // namespace warpmark
