#include "harness/session/child_process.h"

#include <csignal>
#include <filesystem>

#include "harness/run/input_error.h"
#include "session_fixture.h"

namespace warpmark {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

ExitStatus wait(ChildProcess& child) {
  const auto deadline = std::chrono::steady_clock::now() + seconds(10);
  while (std::chrono::steady_clock::now() < deadline) {
    if (const auto status = child.wait_for(milliseconds(100))) return *status;
  }
  ADD_FAILURE() << "did not end";
  return child.stop(SIGKILL, milliseconds(0));
}

ChildProcess shell(const std::string& script) { return ChildProcess({"/bin/sh", "-c", script}); }

using ChildProcessTest = SessionTest;

TEST_F(ChildProcessTest, exit_code_and_both_outputs_are_values) {
  ChildProcess child = shell("echo to out; echo to err >&2; exit 3");
  const ExitStatus status = wait(child);
  EXPECT_EQ(to_string(status), "exit code 3");
  EXPECT_EQ(child.out(), "to out\n");
  EXPECT_EQ(child.err(), "to err\n");
}

TEST_F(ChildProcessTest, a_signal_is_named) {
  ChildProcess child = shell("kill -SEGV $$");
  EXPECT_EQ(to_string(wait(child)), "killed by signal 11 (SIGSEGV)");
}

TEST_F(ChildProcessTest, only_the_end_of_long_output_is_kept) {
  ChildProcess child({"/bin/sh", "-c", "i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done"}, 1000);
  wait(child);
  EXPECT_EQ(child.out().size(), 1000U);
  EXPECT_THAT(child.out(), testing::EndsWith("line 1999\n"));
  EXPECT_FALSE(child.out_is_complete());
}

TEST_F(ChildProcessTest, what_ignores_sigterm_is_killed_with_its_group) {
  ChildProcess child = shell("trap '' TERM; sleep 100 & echo started; wait; sleep 100");
  while (child.out().empty()) child.wait_for(milliseconds(100));
  EXPECT_EQ(child.stop(SIGTERM, milliseconds(50)).signal, SIGKILL);
}

TEST_F(ChildProcessTest, what_the_program_leaves_behind_is_ended) {
  ChildProcess child = shell("sleep 100 & echo $!");
  wait(child);
  const auto left = std::stoi(child.out());
  for (int i = 0; i < 200 && std::filesystem::exists("/proc/" + std::to_string(left)); ++i) {
    if (read("/proc/" + std::to_string(left) + "/stat").find(") Z ") != std::string::npos) return;
    ChildProcess nap({"/bin/sleep", "0.01"});
    wait(nap);
  }
  EXPECT_FALSE(std::filesystem::exists("/proc/" + std::to_string(left)));
}

TEST_F(ChildProcessTest, standard_input_is_empty) {
  ChildProcess child = shell("read line || echo nothing");
  wait(child);
  EXPECT_EQ(child.out(), "nothing\n");
}

TEST_F(ChildProcessTest, a_missing_program_is_an_input_error) {
  EXPECT_THAT(message_of<InputError>([&] { ChildProcess child({file("absent")}); }), HasSubstr("no such file"));
}

TEST_F(ChildProcessTest, a_bare_name_is_looked_up_in_path) {
  EXPECT_EQ(find_program("sh").back(), 'h');
  EXPECT_THAT(message_of<InputError>([] { find_program("no-such-program-anywhere"); }),
              AllOf(HasSubstr("PATH"), HasSubstr("./no-such-program-anywhere")));
}

TEST_F(ChildProcessTest, a_directory_is_an_input_error) {
  EXPECT_THAT(message_of<InputError>([&] { ChildProcess child({dir.path().string()}); }), HasSubstr("is a directory"));
}

TEST_F(ChildProcessTest, a_file_that_is_not_executable_is_an_input_error) {
  std::ofstream(file("notes.txt")) << "hello\n";
  EXPECT_THAT(message_of<InputError>([&] { ChildProcess child({file("notes.txt")}); }), HasSubstr("is not executable"));
}

TEST_F(ChildProcessTest, an_executable_file_that_is_no_program_is_an_input_error) {
  std::ofstream(file("rubbish")) << "\x01\x02\x03\n";
  std::filesystem::permissions(file("rubbish"), std::filesystem::perms::owner_all);
  EXPECT_THAT(message_of<InputError>([&] { ChildProcess child({file("rubbish")}); }), HasSubstr("cannot be started"));
}

}  // namespace
}  // namespace warpmark
