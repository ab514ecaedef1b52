// What Nsight Compute says of our rows: an independent clock, and counts that no clock can show.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "harness/run/json_file.h"
#include "tests/bench/program.h"

namespace warpmark::test {
namespace {

class Ncu : public testing::Test {
 protected:
  void SetUp() override {
    if (run_command("ncu --version").exit_code != 0) GTEST_SKIP() << "no ncu on PATH";
  }

  /// The values of a metric for launches of `kernel` while the row is measured; the first launches, which follow a
  /// fill, left out.
  static std::vector<double> metric(const std::string& row, const std::string& kernel, const std::string& name) {
    const Outcome outcome = run_command(
        "ncu --cache-control none --clock-control none --csv --page raw --print-units base --launch-skip 12 "
        "--launch-count 24 --kernel-name regex:" +
        kernel + " --metrics " + name + " " WARPMARK_BENCH " --gpu_samples=20 --gpu_budget=60000 --benchmark_filter='" +
        row + "'");
    std::istringstream lines(outcome.text);
    std::vector<double> values;
    std::ptrdiff_t column = -1;
    for (std::string line; std::getline(lines, line);) {
      const std::vector<std::string> cells = csv_cells(line);
      if (column < 0) {
        const auto found = std::find(cells.begin(), cells.end(), name);
        if (found != cells.end()) column = found - cells.begin();
      } else if (!cells.empty() && !cells[0].empty()) {  // the line of units has no launch number
        values.push_back(std::stod(cells.at(static_cast<std::size_t>(column))));
      }
    }
    EXPECT_GE(values.size(), 5U) << outcome.text;
    return values;
  }

  /// Of a line "a","b,c",...; ncu groups digits by commas inside a cell.
  static std::vector<std::string> csv_cells(const std::string& line) {
    std::vector<std::string> cells;
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') {
        quoted = !quoted;
        if (quoted) cells.emplace_back();
      } else if (quoted && c != ',') {
        cells.back() += c;
      }
    }
    return cells;
  }

  /// Between two timed launches of a small warm row lies now and then one that only brings its buffers back into the
  /// L2: the lower quartile is one of the others.
  static double lower_quartile(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? std::nan("") : values[values.size() / 4];
  }

  static double time_us(const std::string& row) {
    const std::string file = scratch_file("run.json");
    EXPECT_EQ(run_bench("--benchmark_filter='" + row + "' --benchmark_out=" + file).exit_code, 0);
    return read_run(file).rows.front().time_us;
  }
};

TEST_F(Ncu, DurationsAgreeFromFiftyMicrosecondsWithinTwoPercent) {
  const std::string row = "stream_sweep/copy/type:f32/bytes:16/block:256/MiB:256/l2:warm";
  const double by_ncu_us = lower_quartile(metric(row, "copy_kernel", "gpu__time_duration.sum")) * 1e-3;
  const double by_cupti_us = time_us(row);
  std::printf("256 MiB copy: CUPTI %.3f us, ncu %.3f us\n", by_cupti_us, by_ncu_us);
  EXPECT_NEAR(by_cupti_us / by_ncu_us, 1, 0.02);
}

// ncu's bracket around a kernel is 0.6 to 0.7 us wider than its record: an empty kernel reads 1.28 us by ncu and 0.67
// by CUPTI on an H200, whatever runs before it. The difference of two kernels is free of it.
TEST_F(Ncu, DurationsOfMicrosecondsAgreeWithinAHundredNanosecondsButForNcusOwnBracket) {
  const std::string scalar = "copy/scalar/elements:1048576/l2:warm";
  const std::string aligned = "copy/aligned/elements:1048576/l2:warm";
  const double scalar_by_ncu_us = lower_quartile(metric(scalar, "scalar_kernel", "gpu__time_duration.sum")) * 1e-3;
  const double aligned_by_ncu_us = lower_quartile(metric(aligned, "aligned_kernel", "gpu__time_duration.sum")) * 1e-3;
  const double scalar_by_cupti_us = time_us(scalar);
  const double aligned_by_cupti_us = time_us(aligned);
  std::printf("1 Mi copies, scalar and aligned: CUPTI %.4f and %.4f us, ncu %.4f and %.4f us\n", scalar_by_cupti_us,
              aligned_by_cupti_us, scalar_by_ncu_us, aligned_by_ncu_us);
  // Each of ncu's quartiles is one value of its clock, where CUPTI's centre lies between two.
  constexpr double ncu_step_us = 0.032;
  EXPECT_NEAR(scalar_by_cupti_us - aligned_by_cupti_us, scalar_by_ncu_us - aligned_by_ncu_us, 0.1 + 2 * ncu_step_us);
  EXPECT_NEAR(aligned_by_ncu_us - aligned_by_cupti_us, 0.65, 0.15);
}

TEST_F(Ncu, AColdRowReadsItsBufferFromDramAndAWarmRowDoesNot) {
  constexpr double bytes = 4 << 20;
  const std::string row = "stream_sweep/read/type:f32/bytes:16/block:256/MiB:4/";
  const double cold = lower_quartile(metric(row + "l2:cold", "read_kernel", "dram__bytes_read.sum"));
  const double warm = lower_quartile(metric(row + "l2:warm", "read_kernel", "dram__bytes_read.sum"));
  std::printf("4 MiB read: %.0f bytes from DRAM cold, %.0f warm\n", cold, warm);
  EXPECT_NEAR(cold / bytes, 1, 0.01);
  EXPECT_LT(warm / bytes, 0.01);
}

TEST_F(Ncu, OfAProfiledRowItSeesOneLaunchInTheRowsRange) {
  for (const std::string row : {"copy/aligned/elements:1048576/l2:cold", "copy/aligned/elements:1048576/l2:warm"}) {
    const Outcome outcome = run_command(
        "ncu --profile-from-start off --cache-control none --clock-control none --nvtx --csv --page raw --print-units "
        "base --metrics dram__bytes_read.sum " WARPMARK_BENCH " --gpu_profile --benchmark_filter='^" +
        row + "(/|$)'");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
    std::size_t launches = 0;
    std::istringstream lines(outcome.text);
    for (std::string line; std::getline(lines, line);) launches += line.find("aligned_kernel") != std::string::npos;
    EXPECT_EQ(launches, 1U) << outcome.text;
    EXPECT_NE(outcome.text.find("one call of each row between cudaProfilerStart and cudaProfilerStop, for Nsight"),
              std::string::npos)
        << outcome.text;
  }
}

TEST_F(Ncu, AlignedExecutesAQuarterOfTheLoadsOfScalar) {
  const std::string loads = "smsp__sass_inst_executed_op_global_ld.sum";
  const double scalar = lower_quartile(metric("copy/scalar/elements:1048576/l2:warm", "scalar_kernel", loads));
  const double unaligned = lower_quartile(metric("copy/unaligned/elements:1048576/l2:warm", "unaligned_kernel", loads));
  const double aligned = lower_quartile(metric("copy/aligned/elements:1048576/l2:warm", "aligned_kernel", loads));
  std::printf("executed loads: scalar %.0f, unaligned %.0f, aligned %.0f\n", scalar, unaligned, aligned);
  EXPECT_EQ(scalar, (1 << 20) / 32);
  EXPECT_EQ(unaligned, scalar);
  EXPECT_EQ(aligned * 4, scalar);
}

}  // namespace
}  // namespace warpmark::test
