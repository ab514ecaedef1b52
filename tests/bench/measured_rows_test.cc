#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "harness/run/json_file.h"
#include "tests/bench/program.h"

namespace warpmark::test {
namespace {

using testing::HasSubstr;

Run measured(const std::string& arguments) {
  const std::string file = scratch_file("run.json");
  const Outcome outcome = run_bench(arguments + " --benchmark_out=" + file);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  return read_run(file);
}

TEST(MeasuredRows, SayWhatTheyWereMeasuredOn) {
  const auto run = measured("--benchmark_filter='copy/.*elements:1048576/'");
  EXPECT_EQ(run.rows.size(), 6U);
  EXPECT_NE(run.facts.gpu.name, "");
  EXPECT_THAT(run.facts.gpu.uuid, HasSubstr("GPU-"));
  EXPECT_GT(run.facts.gpu.peak_gbps_driver, 100);
  EXPECT_THAT(run.facts.compiler, HasSubstr("nvcc 1"));
  EXPECT_NE(run.facts.commit, "");
  EXPECT_EQ(run.context["warpmark"]["binary_build_id"].get<std::string>().size(), 40U);
  for (const Row& row : run.rows) {
    EXPECT_FALSE(row.error);
    EXPECT_GT(row.time_us, 0.5);
    EXPECT_EQ(row.params.at("elements"), 1048576);
  }
}

TEST(MeasuredRows, AllThreeCopiesHaveTheSameResult) {
  std::set<double> hashes;
  for (const Row& row : measured("--benchmark_filter='copy/.*elements:16777216/'").rows) {
    hashes.insert(row.counters.at("gpu_output_hash"));
  }
  EXPECT_EQ(hashes.size(), 1U);
}

TEST(MeasuredRows, BothArmsOfAPairHaveTheSameResult) {
  std::set<double> hashes;
  for (const Row& row : measured("--benchmark_filter=provenance/minimal/MiB:16/").rows) {
    hashes.insert(row.counters.at("gpu_output_hash"));
  }
  EXPECT_EQ(hashes.size(), 1U);
}

TEST(MeasuredRows, CuptiNamesTheKernelOfEachRow) {
  for (const Row& row : measured("--benchmark_filter=copy/aligned/elements:1048576/").rows) {
    if (row.kernels.empty()) GTEST_SKIP() << "no CUPTI here";
    ASSERT_EQ(row.kernels.size(), 1U);
    EXPECT_THAT(row.kernels[0], HasSubstr("aligned_kernel"));
  }
}

TEST(MeasuredRows, ComeInTheOrderOfTheRowsFileWithAProgressLineEach) {
  const std::string rows = scratch_file("rows");
  const std::string progress = scratch_file("progress");
  const std::string order = "copy/scalar/elements:1048576/l2:warm\ncopy/aligned/elements:1048576/l2:cold\n";
  std::ofstream(rows) << order;
  const auto run = measured("--gpu_rows=" + rows + " --gpu_progress=" + progress);
  ASSERT_EQ(run.rows.size(), 2U);
  EXPECT_EQ(run.rows[0].key, "copy/scalar/elements:1048576/l2:warm");
  EXPECT_EQ(run_command("cat " + progress).text, order);
}

TEST(MeasuredRows, RepetitionsAndAggregatesAreGoogleBenchmarks) {
  const auto run = measured("--benchmark_filter=copy/aligned/elements:1048576/l2:warm --benchmark_repetitions=3");
  EXPECT_EQ(run.rows.size(), 3U);
  EXPECT_EQ(run.rows[2].repetition, 2);
  EXPECT_EQ(run.rows[0].key, "copy/aligned/elements:1048576/l2:warm");
}

TEST(MeasuredRows, JsonOnStdoutIsTheWholeFile) {
  const Outcome outcome = run_bench("--benchmark_filter=copy/aligned/elements:1048576/l2:warm --benchmark_format=json");
  EXPECT_EQ(parse_run(outcome.text, "stdout").rows.size(), 1U);
}

TEST(MeasuredRows, EventTimesAreLabelledAsSuch) {
  EXPECT_EQ(measured("--benchmark_filter=copy/aligned/elements:1048576/l2:warm --gpu_timer=event").facts.timer,
            "event");
}

TEST(MeasuredRows, WhereAnotherToolHoldsCuptiEventsTakeOverAndSaySo) {
  if (run_command("compute-sanitizer --version").exit_code != 0) GTEST_SKIP() << "no compute-sanitizer on PATH";
  const std::string row = "--benchmark_filter=copy/aligned/elements:1048576/l2:warm --gpu_samples=10";
  const Outcome outcome = run_command("compute-sanitizer " WARPMARK_BENCH " " + row);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text,
              HasSubstr("CUDA event times, launch latency included (no CUPTI: the process runs under compute-"));
}

TEST(MeasuredRows, AnInterruptedRunKeepsWhatItHas) {
  const std::string file = scratch_file("run.json");
  // In the foreground timeout signals once; otherwise it signals its group too, and the second time kills.
  const Outcome outcome = run_command(
      "timeout --foreground --signal=INT 2 " WARPMARK_BENCH " --benchmark_filter=stream_sweep --benchmark_out=" + file);
  EXPECT_THAT(outcome.text, HasSubstr("interrupted: what was measured is in " + file + ".part"));
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_GT(read_run(file + ".part").rows.size(), 0U);
}

}  // namespace
}  // namespace warpmark::test
