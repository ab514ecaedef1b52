#include <gmock/gmock.h>

#include "harness/baseline/record.h"
#include "harness/run/input_error.h"
#include "tests/baseline/baseline_text.h"
#include "tests/baseline/refusal.h"

namespace warpmark {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

// As the tool writes it.
constexpr const char* calibrated = R"(warpmark_baseline: 1
gpu: {name: NVIDIA H200, sm_count: 132, memory_gib: 140, peak_gbps: {}}
calibration:
  GPU-1:
    measured: {date: 2026-12-01, driver: 580.159.04, sm_mhz: 1980, memory_mhz: 3201, processes: 5, timer: cupti, commit: abc1234}
    peak_gbps: {datasheet: 4800, driver: 4814.3}
    factor: {datasheet: 0.9236, driver: 0.9208}
    ceilings:
      "2to0.5": {best_gbps: 4257.1, median_gbps: 4100.0, spread: 0.0000, configurations: 2, row: quantize/ceiling/bytes:2to0.5/shape:8192x28672/l2:cold}
      triad: {best_gbps: 4433.1, median_gbps: 4416.2, spread: 0.0005, configurations: 8, row: stream/triad/type:f32/bytes:16/block:1024/MiB:2048/l2:cold}
  GPU-2:
    measured: {date: 2026-12-02, processes: 5, timer: cupti}
    peak_gbps: {}
    factor: {}
    ceilings: {}
sessions: {}
benchmarks: {}
)";

/// The message that refuses `calibrated` with `what` replaced.
std::string calibration_refusal(const std::string& what, const std::string& replacement) {
  std::string text = calibrated;
  const auto at = text.find(what);
  if (at == std::string::npos) throw std::invalid_argument("the sample has no " + what);
  return refusal_by(read, text.replace(at, what.size(), replacement));
}

TEST(BaselineCalibration, is_read) {
  const Baseline baseline = read(calibrated);
  ASSERT_THAT(baseline.calibrations, SizeIs(2));
  const Calibration& calibration = baseline.calibrations.at("GPU-1");
  EXPECT_EQ(calibration.date, "2026-12-01");
  EXPECT_EQ(calibration.processes, 5);
  EXPECT_EQ(calibration.factor_of_driver, 0.9208);
  EXPECT_EQ(calibration.peak_gbps_datasheet, 4800);
  EXPECT_EQ(calibration.ceilings.at("2to0.5").best_gbps, 4257.1);
  EXPECT_EQ(calibration.ceilings.at("triad").configurations, 8);
}

TEST(BaselineCalibration, reading_and_writing_a_written_one_is_byte_identical) {
  EXPECT_EQ(written(read(calibrated)), calibrated);
}

TEST(BaselineCalibration, recording_leaves_it_alone) {
  Baseline baseline = read(calibrated);
  warpmark::Run run;
  run.context = {{"date", "2026-12-03T10:00:00+00:00"}};
  run.facts.gpu.name = "NVIDIA H200";
  run.facts.gpu.uuid = "GPU-1";
  run.facts.gpu.sm_count = 132;
  run.facts.gpu.memory_gib = 140;
  run.facts.timer = "cupti";
  Row row;
  row.key = row.name = "k";
  row.time_us = 10;
  run.rows = {row, row};
  run.rows[1].process = 1;
  record(baseline, run);
  const std::string before = calibrated;
  const auto from = before.find("calibration:");
  EXPECT_THAT(written(baseline), HasSubstr(before.substr(from, before.find("sessions:") - from)));
}

TEST(BaselineCalibration, bad_content_names_line_and_key) {
  EXPECT_THAT(calibration_refusal("best_gbps: 4433.1", "best_gpbs: 4433.1"), HasSubstr("did you mean best_gbps?"));
  EXPECT_THAT(calibration_refusal("4433.1", "0"), HasSubstr("b.yaml:10: calibration.GPU-1.ceilings.triad.best_gbps"));
  EXPECT_THAT(calibration_refusal("4433.1", ".nan"), HasSubstr("is not a"));
  EXPECT_THAT(calibration_refusal("spread: 0.0005", "spread: -1"), HasSubstr("is below 0"));
  EXPECT_THAT(calibration_refusal("driver: 0.9208", "drivers: 0.9208"), HasSubstr("unknown key"));
  EXPECT_THAT(calibration_refusal("date: 2026-12-01", "date: 2026-13-01"), HasSubstr("is not a day"));
  EXPECT_THAT(calibration_refusal(", timer: cupti, commit: abc1234", ""), HasSubstr("the key timer is missing"));
  EXPECT_THAT(calibration_refusal("    factor: {}\n", ""), HasSubstr("the key factor is missing"));
  EXPECT_THAT(calibration_refusal("  GPU-2:", "  GPU-1:"), HasSubstr("stands there twice"));
}

}  // namespace
}  // namespace warpmark
