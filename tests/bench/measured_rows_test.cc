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

TEST(MeasuredRows, EitherArmOfAPairKnowsItsRatioUnderAnyFilter) {
  for (const char* filter : {"arm:broken/l2:warm", "arm:fixed/l2:cold"}) {
    const auto run = measured("--benchmark_filter=provenance/minimal/MiB:16/" + std::string(filter));
    ASSERT_EQ(run.rows.size(), 1U);
    const auto& counters = run.rows.front().counters;
    EXPECT_GT(counters.at("gpu_pair_ratio"), 0.5);
    EXPECT_LE(counters.at("gpu_pair_ratio_low"), counters.at("gpu_pair_ratio"));
    EXPECT_GE(counters.at("gpu_pair_ratio_high"), counters.at("gpu_pair_ratio"));
  }
}

TEST(MeasuredRows, CuptiNamesTheKernelOfEachRow) {
  for (const Row& row : measured("--benchmark_filter=copy/aligned/elements:1048576/").rows) {
    if (row.kernels.empty()) GTEST_SKIP() << "no CUPTI here";
    ASSERT_EQ(row.kernels.size(), 1U);
    EXPECT_THAT(row.kernels[0], HasSubstr("aligned_kernel"));
  }
}

TEST(MeasuredRows, SayHowTheirKernelWasLaunched) {
  for (const Row& row : measured("--benchmark_filter=copy/aligned/elements:1048576/").rows) {
    if (row.kernels.empty()) GTEST_SKIP() << "no CUPTI here";
    EXPECT_EQ(row.counters.at("gpu_grid_blocks"), 1048576 / 4 / 256);
    EXPECT_EQ(row.counters.at("gpu_block_threads"), 256);
    EXPECT_EQ(row.counters.at("gpu_shared_bytes"), 0);
    EXPECT_GT(row.counters.at("gpu_registers"), 0);
    EXPECT_EQ(row.counters.at("gpu_occupancy_percent"), 100);
    EXPECT_GT(row.counters.at("gpu_waves"), 0);
  }
}

TEST(MeasuredRows, AlignedExecutesAQuarterOfTheAccessesOfUnaligned) {
  const auto run = measured("--benchmark_filter='copy/.*aligned/elements:1048576/' --gpu_counters=memory");
  EXPECT_EQ(run.context["warpmark"]["counters"], "memory");
  if (run.context["warpmark"].contains("counters_reason")) {
    GTEST_SKIP() << run.context["warpmark"]["counters_reason"];
  }
  ASSERT_EQ(run.rows.size(), 4U);
  for (const char* counter : {"gpu_inst_global_ld", "gpu_inst_global_st"}) {
    for (const Row& row : run.rows) {
      const bool aligned = row.key.starts_with("copy/aligned/");
      EXPECT_EQ(row.counters.at(counter), 1048576 / 32 / (aligned ? 4 : 1)) << row.key;
    }
  }
}

TEST(MeasuredRows, WhereCountersAreRefusedTheRunGoesOnAndSaysWhy) {
  if (run_command("compute-sanitizer --version").exit_code != 0) GTEST_SKIP() << "no compute-sanitizer on PATH";
  const Outcome outcome = run_command("compute-sanitizer " WARPMARK_BENCH
                                      " --benchmark_filter=copy/aligned/elements:1048576/l2:warm --gpu_samples=10 "
                                      "--gpu_counters=memory");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("note: --gpu_counters: the process runs under compute-sanitizer"));
}

TEST(MeasuredRows, AMetricThatTheGpuLacksIsExitTwo) {
  const Outcome outcome = run_bench("--benchmark_filter=copy/aligned/elements:1048576/ --gpu_counters=smsp__no.sum");
  EXPECT_EQ(outcome.exit_code, 2) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("--gpu_counters=smsp__no.sum: is no metric of this GPU"));
}

TEST(MeasuredRows, ProfilingRunsEachRowOnceAndHasNoTimes) {
  const Outcome outcome = run_bench("--benchmark_filter=copy/aligned/elements:1048576/ --gpu_profile");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, testing::AllOf(HasSubstr("no profiler is attached"),
                                           HasSubstr("copy/aligned/elements:1048576/l2:cold  one call\n"),
                                           HasSubstr("copy/aligned/elements:1048576/l2:warm  one call\n"),
                                           testing::Not(HasSubstr(" us"))));
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

TEST(CardInfo, TellsEverythingThatDoctorAsksFor) {
  const Outcome outcome = run_bench("--gpu_info --gpu_counters=memory");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  const auto info = nlohmann::json::parse(outcome.text, nullptr, false);
  ASSERT_TRUE(info.is_object() && info.contains("state")) << outcome.text;
  EXPECT_THAT(info["warpmark"]["gpu"]["uuid"].get<std::string>(), HasSubstr("GPU-"));
  const auto& state = info["state"];
  for (const char* key : {"timer", "timer_reason", "other_processes", "persistence_mode", "clocks_locked", "sm_mhz_now",
                          "throttle_reasons", "power_limit_default_w", "ecc_pending", "mig_pending", "display_active",
                          "compute_mode", "virtualization", "counters_restricted", "driver_supports_cuda"}) {
    EXPECT_TRUE(state.contains(key)) << key;
  }
  EXPECT_TRUE(state["counters_refused"].is_string()) << state;
  EXPECT_GT(state["memory_used_gib"].get<double>(), 0);
  EXPECT_TRUE(state["kernel_timeout"].is_boolean());
}

TEST(CardInfo, TriesNoCountersUnlessAsked) {
  const Outcome outcome = run_bench("--gpu_info");
  const auto info = nlohmann::json::parse(outcome.text, nullptr, false);
  ASSERT_TRUE(info.is_object() && info.contains("state")) << outcome.text;
  EXPECT_TRUE(info["state"]["counters_refused"].is_null());
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
