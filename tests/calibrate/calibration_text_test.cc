#include "harness/calibrate/calibration_text.h"

#include <gmock/gmock.h>

#include "harness/run/input_error.h"
#include "tests/calibrate/builders.h"

namespace warpmark {
namespace {

using testing::HasSubstr;

const Datasheets h200_datasheet = {{"NVIDIA H200", {4800, "NVIDIA H200 datasheet, SXM: 4.8 TB/s", "gpus.yaml:3"}}};

TEST(CalibrationText, is_a_table_with_streams_kernels_first) {
  const warpmark::Run run = calibration_run();
  EXPECT_EQ(calibration_text(calibrate(run, h200_datasheet), run.facts.gpu),
            R"(NVIDIA H200, GPU-1, 2026-12-01
driver 580.159.04, SM 1980 MHz, memory 3201 MHz, cupti, 3 processes

ceiling  best GB/s  median GB/s  spread   of  best configuration
triad       4432.0       4417.0   0.09%    2  stream/triad/type:f32/bytes:16/block:1024/MiB:2048/l2:cold
copy        4301.0       4301.0   0.05%    1  stream/copy/type:f32/bytes:16/block:256/MiB:2048/l2:cold
2to1        4262.0       4262.0   0.09%    1  quantize/ceiling/bytes:2to1/shape:8192x28672/l2:cold

factor 0.9233 = best triad 4432.0 GB/s / 4800 GB/s (NVIDIA H200 datasheet, SXM: 4.8 TB/s)
factor 0.9206 = best triad 4432.0 GB/s / 4814.3 GB/s (driver: memory clock x bus width x 2)
)");
}

TEST(CalibrationText, of_tileops_is_what_its_profiles_hold) {
  const warpmark::Run run = calibration_run();
  EXPECT_EQ(tileops_text(calibrate(run, h200_datasheet), run.facts.gpu),
            R"(# NVIDIA H200, 2026-12-01: triad 4432.0 GB/s, 3 processes of )" + std::string(best_triad) +
                R"(, driver 580.159.04, memory clock 3201 MHz
hbm:
  theoretical: 4800e9  # bytes/s, NVIDIA H200 datasheet, SXM: 4.8 TB/s
  calibration: 0.9233
)");
}

TEST(CalibrationText, of_tileops_names_the_drivers_peak_where_no_datasheet_is_known) {
  const warpmark::Run run = calibration_run();
  EXPECT_THAT(
      tileops_text(calibrate(run, {}), run.facts.gpu),
      HasSubstr("theoretical: 4814.3e9  # bytes/s, driver: memory clock x bus width x 2\n  calibration: 0.9206"));
}

TEST(CalibrationText, of_tileops_needs_a_peak) {
  warpmark::Run run = calibration_run();
  run.facts.gpu.peak_gbps_driver = 0;
  EXPECT_THROW(tileops_text(calibrate(run, {}), run.facts.gpu), InputError);
}

TEST(CalibrationText, as_json_holds_the_reasons_and_the_percents) {
  warpmark::Run run = calibration_run();
  run.rows[2].counters["gpu_throttle"] = 8;
  for (Row& row : run.rows) row.params = {{"shape", "8192x28672"}, {"l2", "cold"}};
  const auto json = calibration_json(calibrate(run, h200_datasheet), run);
  EXPECT_EQ(json["ceilings"]["2to1"]["row"], ceiling_row);
  EXPECT_EQ(json["peak_gbps"]["datasheet"], 4800);
  EXPECT_EQ(json["inconclusive"].size(), 1U);
  EXPECT_FALSE(json["percent_of_ceiling"].empty());
}

}  // namespace
}  // namespace warpmark
