// A user's own programs, from outside, on a machine that may have no GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/run/json_file.h"
#include "tests/bench/run_command.h"
#include "tests/parameter_name.h"

namespace warpmark::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* without_gpu = "CUDA_VISIBLE_DEVICES=-1 ";

Outcome declared(const std::string& arguments) {
  return run_command(without_gpu + std::string(OWN_DECLARED " ") + arguments);
}
Outcome google_main(const std::string& arguments) {
  return run_command(without_gpu + std::string(OWN_GOOGLE_MAIN " ") + arguments);
}

TEST(DeclaredProgram, ListsItsRowsAndTheOrdinaryBenchmarks) {
  const Outcome list = declared("--benchmark_list_tests");
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_EQ(list.text,
            "sum/plain/elements:1024/timer:host/manual_time\n"
            "fill/zero/elements:1024/l2:cold/manual_time\n"
            "fill/zero/elements:1024/l2:warm/manual_time\n"
            "ordinary/1024\n"
            "ordinary/2048\n"
            "failing\n");
}

TEST(DeclaredProgram, FiltersBothAlike) {
  EXPECT_EQ(declared("--benchmark_list_tests --benchmark_filter='l2:warm|/2048'").text,
            "fill/zero/elements:1024/l2:warm/manual_time\nordinary/2048\n");
}

TEST(DeclaredProgram, MeasuresOnTheHostWithoutAGpuAndSaysWhoseClockItWas) {
  const std::string file = testing::TempDir() + "own-declared.json";
  std::filesystem::remove(file);
  const Outcome outcome = declared("--benchmark_filter='sum|ordinary/1024' --benchmark_min_time=" OWN_MIN_TIME
                                   " --gpu_budget=5 --benchmark_out=" +
                                   file);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, AllOf(HasSubstr("no GPU is used"), HasSubstr("host timer")));
  const warpmark::Run run = read_run(file);
  EXPECT_THAT(keys_of(run), ElementsAre("ordinary/1024", "sum/plain/elements:1024/timer:host"));
  EXPECT_EQ(run.facts.timer, "host");
  for (const Row& row : run.rows) {
    EXPECT_EQ(row.timer, "host");
    EXPECT_GT(row.time_us, 0);
  }
  EXPECT_EQ(run.rows[0].counter("elements"), 1024);
  EXPECT_TRUE(run.rows[1].counter("gpu_gbps"));
}

TEST(DeclaredProgram, MeasuresWhatAFileNames) {
  const std::string rows = testing::TempDir() + "own-rows.txt";
  std::ofstream(rows) << "ordinary/2048\nsum/plain/elements:1024/timer:host\n";
  const Outcome outcome = declared("--gpu_budget=5 --benchmark_min_time=" OWN_MIN_TIME " --gpu_rows=" + rows);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, AllOf(HasSubstr("ordinary/2048"), HasSubstr("sum/plain"), Not(HasSubstr("1024 "))))
      << outcome.text;
}

TEST(DeclaredProgram, AnOrdinaryBenchmarkThatFailsIsExitOne) {
  const Outcome outcome = declared("--benchmark_filter=failing");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("ERROR cannot be had"));
}

TEST(DeclaredProgram, ItsKernelsNeedAGpu) {
  const Outcome outcome = declared("--benchmark_filter=fill");
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.text, HasSubstr("cannot measure here: no "));
}

TEST(GoogleMain, ListsOurRowsBesideItsOwn) {
  EXPECT_EQ(google_main("--benchmark_list_tests").text,
            "ordinary\n"
            "count/up/timer:host/iterations:1/manual_time\n"
            "fill/zero/l2:cold/iterations:1/manual_time\n"
            "fill/zero/l2:warm/iterations:1/manual_time\n");
}

TEST(GoogleMain, RegistersASweepThatIsNamed) {
  EXPECT_THAT(google_main("--benchmark_list_tests --benchmark_filter=fill_sweep").text,
              HasSubstr("fill_sweep/zero/l2:cold"));
}

TEST(GoogleMain, ItsOwnReportersShowOurTimesAndCounters) {
  const Outcome outcome = google_main("--gpu_budget=5 --benchmark_filter=count --benchmark_format=json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, AllOf(HasSubstr("\"gpu_samples\":"), HasSubstr("\"label\": \"host timer\"")));
}

TEST(GoogleMain, WithoutAGpuItsRowsSaySoAndTheOthersRun) {
  const Outcome outcome = google_main("--benchmark_filter='fill|ordinary' --benchmark_min_time=" OWN_MIN_TIME);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.text, AllOf(HasSubstr("ERROR OCCURRED: 'cannot measure here: no "), HasSubstr("ordinary ")));
}

TEST(GoogleMain, RefusesFlagsThatNeedOurMain) {
  const Outcome outcome = google_main("--gpu_info");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.text, HasSubstr("need a program with warpmark's main"));
}

TEST(GoogleMain, RefusesABadValue) {
  const Outcome outcome = google_main("--gpu_samples=none");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.text, HasSubstr("--gpu_samples"));
}

struct Mistake {
  const char* is;
  const char* says;
};

class MistakenDeclaration : public testing::TestWithParam<Mistake> {};

TEST_P(MistakenDeclaration, IsExitTwoAndNamed) {
  const Outcome outcome =
      run_command("MISTAKE='" + std::string(GetParam().is) + "' " OWN_MISTAKEN " --benchmark_list_tests");
  EXPECT_EQ(outcome.exit_code, 2) << outcome.text;
  EXPECT_THAT(outcome.text, AllOf(HasSubstr("error: "), ContainsRegex(GetParam().says)));
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, MistakenDeclaration,
    testing::Values(
        Mistake{"throws", "programs/mistaken.cc:18: after this benchmark: no such shape"},
        Mistake{"throws a number", "mistaken.cc:18: after this benchmark: threw something that is no std::exception"},
        Mistake{"row throws", "programs/mistaken.cc:22: wrong/row: its declaration failed: no such shape"},
        Mistake{"twice",
                "programs/mistaken.cc:24: two benchmarks are named right/row/l2:cold, the first at .*programs/"
                "mistaken.cc:18"},
        Mistake{"row throws a number",
                "mistaken.cc:47: wrong/row: its declaration threw something that is no std::exception"},
        Mistake{"no pair", "mistaken.cc:48: right has no two rows that differ in arm:a and arm:b alone"},
        Mistake{"no GPU is that new", "mistaken.cc:50: wrong/row: .*no GPU has compute capability 90.0"},
        Mistake{"writes to a buffer",
                "mistaken.cc:53: wrong/row: its declaration crashed\n  remedy: let only the launch"},
        Mistake{"two calls on the host", "two calls on the host are declared"},
        Mistake{"bytes below zero", "wrong/row: .*bytes: did they go below zero"},
        Mistake{"empty value", "mistaken.cc:65: wrong/row: its axis axis has a value that no name can hold"},
        Mistake{"expects of nothing", "wrong/row: .*a result is expected of an output without elements"},
        Mistake{"expects of an input", "wrong/row: .*a result is expected of a buffer that is no output"},
        Mistake{"slash in an axis", "mistaken.cc:77: wrong/row: a / in tile:128/64"},
        Mistake{"no launch", "wrong/row declares no launch"},
        Mistake{"two launches", "two launches are declared: one call may launch several kernels"},
        Mistake{"launch and host", "wrong/row declares a launch and a call on the host"},
        Mistake{"host with buffer", "wrong/row is a workload of the host: it has no buffers"},
        Mistake{"passes for a row", "wrong/row/l2:cold is an ordinary benchmark, and named as"}),
    [](const auto& mistake) { return parameter_name(mistake.param.is); });

TEST(MistakenProgram, IsRightWithoutAMistake) {
  EXPECT_EQ(run_command(OWN_MISTAKEN " --benchmark_list_tests").exit_code, 0);
}

}  // namespace
}  // namespace warpmark::test
