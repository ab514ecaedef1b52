#include <sched.h>
#include <sys/mount.h>

#include <map>
#include <regex>
#include <thread>

#include "cli_fixture.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::DoubleNear;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;
using testing::UnorderedElementsAre;

class RunCommandTest : public CliTest {
 protected:
  Outcome run(const Words& bench_args, Words more = {}) const {
    more.insert(more.begin(), {"run", "-o", file("run.json"), "--processes", "2"});
    return with_bench(more, bench_args);
  }

  void wait_for_rows(std::ptrdiff_t rows) const {
    for (int i = 0; i < 500; ++i) {
      const std::string order = text_of_file(file("order"));
      if (std::count(order.begin(), order.end(), '\n') >= rows) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    FAIL() << "the benchmark program does not get on";
  }
};

TEST_F(RunCommandTest, writes_every_process_and_says_so) {
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.last_line(), HasSubstr("6 benchmarks, 12 rows, 0 errors"));
  EXPECT_EQ(read_run(file("run.json")).rows.size(), 12U);
}

/// A cast that takes twice its ceiling's time, and a row without one.
const std::vector<std::string> cast_and_ceiling = {
    "--fake_keys=quantize/cast/shape:1000x1000/l2:cold,quantize/ceiling/bytes:2to1/shape:1000x1000/l2:cold,copy/a",
    "--fake_moves=2,1", "--fake_slow=quantize/cast/shape:1000x1000/l2:cold:2"};

/// Of each process, where it stands in the file.
std::map<int, double> ceiling_percents(const std::string& file) {
  std::map<int, double> percents;
  for (const Row& row : read_run(file).rows) {
    const auto percent = row.counter("gpu_ceiling_percent");
    EXPECT_EQ(percent.has_value(), row.key.starts_with("quantize/cast")) << row.key;
    if (percent) percents[row.process] = *percent;
  }
  return percents;
}

TEST_F(RunCommandTest, casts_carry_their_percent_of_the_ceiling) {
  EXPECT_EQ(run(cast_and_ceiling).exit_code, 0);
  EXPECT_THAT(ceiling_percents(file("run.json")),
              UnorderedElementsAre(Pair(0, DoubleNear(50, 1e-9)), Pair(1, DoubleNear(50, 1e-9))));
}

TEST_F(RunCommandTest, a_resumed_run_counts_the_percent_of_the_ceiling_anew) {
  EXPECT_EQ(run(cast_and_ceiling).exit_code, 0);
  warpmark::Run partial = read_run(file("run.json"));
  std::erase_if(partial.rows, [](const Row& row) { return row.process == 1 && row.key.starts_with("quantize/cast"); });
  for (Row& row : partial.rows) row.counters["gpu_ceiling_percent"] = 12;
  write_run(partial, file("run.json.part"));
  const Outcome resumed = run(cast_and_ceiling, {"--resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_THAT(ceiling_percents(file("run.json")),
              UnorderedElementsAre(Pair(0, DoubleNear(50, 1e-9)), Pair(1, DoubleNear(50, 1e-9))));
}

TEST_F(RunCommandTest, the_percent_of_the_ceiling_goes_into_no_baseline) {
  record_baseline(cast_and_ceiling);
  EXPECT_THAT(text_of_file(file("base.json")), HasSubstr("gpu_ceiling_percent"));
  EXPECT_THAT(text_of_file(baselines() + "/nvidia-test.yaml"), Not(HasSubstr("gpu_ceiling_percent")));
}

TEST_F(RunCommandTest, a_failed_benchmark_exits_1_and_keeps_the_rest) {
  const Outcome outcome = run({"--fake_crash=copy/a"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.last_line(), HasSubstr("6 benchmarks, 12 rows, 2 errors"));
  EXPECT_THAT(outcome.err, HasSubstr("copy/a: killed by signal 11 (SIGSEGV)"));
  EXPECT_THAT(outcome.out, HasSubstr("failed: copy/a: killed by signal 11 (SIGSEGV)"));
}

TEST_F(RunCommandTest, a_hanging_benchmark_exits_1) {
  EXPECT_THAT(run({"--fake_hang=copy/a"}, {"--row-timeout", "0.3"}).err, HasSubstr("copy/a: hung: no result in 0.3 s"));
}

TEST_F(RunCommandTest, a_filter_that_matches_nothing_exits_2) {
  const Outcome outcome = run({"--benchmark_filter=nonesuch"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no benchmark matches nonesuch"));
}

TEST_F(RunCommandTest, without_a_gpu_it_exits_77_with_the_reason) {
  const Outcome outcome = run({"--fake_gpu=none", "--fake_keys=sum/timer:host,copy/l2:cold"});
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.err, HasSubstr("no CUDA driver on this machine"));
}

TEST_F(RunCommandTest, what_only_the_host_measures_needs_no_gpu) {
  const Outcome outcome = run({"--fake_gpu=none", "--fake_host", "--fake_keys=sum/timer:host,ordinary/8"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("run.json: 2 benchmarks, 4 rows, 0 errors"));
  const warpmark::Run measured = read_run(file("run.json"));
  EXPECT_EQ(measured.facts.timer, "host");
  EXPECT_EQ(measured.context["warpmark"]["processes"].size(), 2U);
  for (const Words& words : {Words{"check", file("run.json"), "--baselines", baselines()},
                             Words{"record", file("run.json"), "--baselines", baselines()}}) {
    const Outcome refused = warpmark(words);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("was measured on the host alone"), HasSubstr("warpmark compare")));
  }
}

TEST_F(RunCommandTest, unusable_programs_exit_2_with_a_clear_line) {
  write("notes.txt", "hello\n");
  const auto error_of = [&](const std::string& program) {
    const Outcome outcome = warpmark({"run", "-o", file("run.json"), "--", program});
    EXPECT_EQ(outcome.exit_code, 2) << program;
    return outcome.err;
  };
  EXPECT_THAT(error_of(file("absent")), HasSubstr("no such file"));
  EXPECT_THAT(error_of(file("notes.txt")), HasSubstr("is not executable"));
  EXPECT_THAT(error_of(dir.path().string()), HasSubstr("is a directory"));
  EXPECT_THAT(error_of("/bin/echo"), HasSubstr("no usable answer"));
}

TEST_F(RunCommandTest, a_program_that_never_measures_exits_2_with_its_words) {
  const Outcome outcome = run({"--fake_start=5"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("3 times before its first row"), HasSubstr("cannot start today")));
}

TEST_F(RunCommandTest, an_output_that_cannot_be_written_exits_2_before_measuring) {
  for (const std::string& output : {dir.path().string(), file("absent/run.json"), std::string("/proc/run.json")}) {
    const Outcome outcome = with_bench({"run", "-o", output}, {"--fake_starts=" + file("starts")});
    EXPECT_EQ(outcome.exit_code, 2) << output;
    EXPECT_THAT(outcome.err, HasSubstr(output));
  }
  EXPECT_FALSE(fs::exists(file("starts")));
}

TEST_F(RunCommandTest, a_disk_that_fills_up_midway_keeps_the_old_file_and_what_was_measured) {
  const std::string small = file("small");
  fs::create_directory(small);
  const bool may_mount = unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                         mount("none", small.c_str(), "tmpfs", 0, "size=256k") == 0;
  if (!may_mount) GTEST_SKIP() << "mounting a small disk needs root";
  std::ofstream(small + "/run.json") << "the old file";
  ChildProcess child = start({"run", "-o", small + "/run.json", "--processes", "2", "--", FAKE_BENCH,
                              "--fake_row_ms=50", "--fake_order=" + file("order")});
  wait_for_rows(8);  // within the second process
  std::ofstream(small + "/rest") << std::string(1024 * 1024, ' ');
  const Outcome outcome = finish(child);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(text_of_file(small + "/run.json"), "the old file");
  std::smatch kept;
  ASSERT_TRUE(std::regex_search(outcome.err, kept, std::regex("is kept in ([^\n:]+)"))) << outcome.err;
  EXPECT_EQ(read_run(kept[1].str()).rows.size(), 12U);
  EXPECT_EQ(read_run(small + "/run.json.part").rows.size(), 6U);
  EXPECT_EQ(umount2(small.c_str(), MNT_DETACH), 0);
}

TEST_F(RunCommandTest, ctrl_c_keeps_what_was_measured_and_resume_goes_on) {
  const Words bench = {"--fake_row_ms=50", "--fake_order=" + file("order")};
  Words words = {"run", "-o", file("run.json"), "--processes", "2", "--", FAKE_BENCH};
  words.insert(words.end(), bench.begin(), bench.end());
  ChildProcess child = start(words);
  wait_for_rows(10);  // six of the first process, an empty line, and three of the second
  child.send(SIGINT);
  const Outcome interrupted = finish(child);
  EXPECT_EQ(interrupted.exit_code, 130);
  EXPECT_THAT(interrupted.err, HasSubstr("--resume"));
  EXPECT_FALSE(fs::exists(file("run.json")));
  const auto kept = read_run(file("run.json.part")).rows.size();
  EXPECT_GE(kept, 8U);
  EXPECT_LT(kept, 12U);

  const Outcome resumed = run(bench, {"--resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  const warpmark::Run whole = read_run(file("run.json"));
  EXPECT_EQ(whole.rows.size(), 12U);
  EXPECT_TRUE(std::none_of(whole.rows.begin(), whole.rows.end(), [](const Row& row) { return row.error.has_value(); }));
  EXPECT_FALSE(fs::exists(file("run.json.part")));
}

TEST_F(RunCommandTest, sigterm_keeps_what_was_measured) {
  ChildProcess child =
      start({"run", "-o", file("run.json"), "--", FAKE_BENCH, "--fake_row_ms=50", "--fake_order=" + file("order")});
  wait_for_rows(3);
  child.send(SIGTERM);
  EXPECT_EQ(finish(child).exit_code, 130);
  EXPECT_FALSE(read_run(file("run.json.part")).rows.empty());
}

TEST_F(RunCommandTest, the_benchmark_program_does_not_outlive_a_killed_warpmark) {
  ChildProcess child =
      start({"run", "-o", file("run.json"), "--", FAKE_BENCH, "--fake_row_ms=20", "--fake_order=" + file("order")});
  wait_for_rows(1);
  child.stop(SIGKILL, std::chrono::seconds(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(60));  // what was being written
  const std::string order = text_of_file(file("order"));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(text_of_file(file("order")), order);
}

TEST_F(RunCommandTest, two_runs_do_not_measure_on_one_card_at_once) {
  ChildProcess first = start({"run", "-o", file("run.json"), "--processes", "1", "--", FAKE_BENCH, "--fake_row_ms=100",
                              "--fake_order=" + file("order")});
  wait_for_rows(1);
  const Outcome other_card = with_bench({"run", "-o", file("b.json")}, {"--fake_uuid=GPU-other"});
  EXPECT_THAT(other_card.err, Not(HasSubstr("waiting")));
  const Outcome unlocked = with_bench({"run", "-o", file("c.json"), "--processes", "1", "--no-lock"}, {});
  EXPECT_THAT(unlocked.err, Not(HasSubstr("waiting")));
  EXPECT_EQ(finish(first).exit_code, 0);
}

TEST_F(RunCommandTest, the_second_run_waits_for_the_card_and_says_so) {
  ChildProcess first = start({"run", "-o", file("run.json"), "--processes", "1", "--", FAKE_BENCH, "--fake_row_ms=100",
                              "--fake_order=" + file("order")});
  wait_for_rows(1);
  const Outcome second = with_bench({"run", "-o", file("b.json"), "--processes", "1"}, {});
  EXPECT_EQ(second.exit_code, 0);
  EXPECT_THAT(second.err, HasSubstr("waiting: another warpmark run measures on GPU-fake"));
  EXPECT_EQ(finish(first).exit_code, 0);
}

}  // namespace
}  // namespace warpmark
