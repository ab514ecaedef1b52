#include "harness/calibrate/calibrate.h"

#include <gmock/gmock.h>

#include <functional>

#include "harness/run/input_error.h"
#include "tests/calibrate/builders.h"

namespace warpmark {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const Datasheets h200_sheet = {{"NVIDIA H200", {4800, "NVIDIA H200 datasheet", "gpus.yaml:3"}}};

TEST(Calibrate, takes_the_best_configuration_and_the_median_of_all) {
  const Calibrated result = calibrate(calibration_run(), h200_sheet);
  const Calibration& calibration = result.calibration;
  EXPECT_THAT(result.inconclusive, IsEmpty());
  ASSERT_EQ(calibration.ceilings.size(), 3U);
  const Ceiling& triad = calibration.ceilings.at("triad");
  EXPECT_NEAR(triad.best_gbps, 4432, 1e-6);
  EXPECT_NEAR(triad.median_gbps, 4417, 1e-6);
  EXPECT_NEAR(triad.spread, 4.0 / 4432, 1e-9);
  EXPECT_EQ(triad.configurations, 2);
  EXPECT_EQ(triad.row, best_triad);
  EXPECT_NEAR(calibration.ceilings.at("copy").best_gbps, 4301, 1e-6);
  EXPECT_EQ(calibration.ceilings.at("2to1").row, ceiling_row);
}

TEST(Calibrate, its_factors_are_of_the_datasheet_and_of_the_driver) {
  const Calibrated result = calibrate(calibration_run(), h200_sheet);
  EXPECT_NEAR(result.calibration.factor_of_datasheet, 4432.0 / 4800, 1e-9);
  EXPECT_NEAR(result.calibration.factor_of_driver, 4432.0 / 4814.3, 1e-9);
  EXPECT_EQ(result.datasheet_source, "NVIDIA H200 datasheet");
}

TEST(Calibrate, says_on_what_and_when_it_was_measured) {
  const Calibration calibration = calibrate(calibration_run(), h200_sheet).calibration;
  EXPECT_EQ(calibration.date, "2026-12-01");
  EXPECT_EQ(calibration.driver, "580.159.04");
  EXPECT_EQ(calibration.timer, "cupti");
  EXPECT_EQ(calibration.commit, "abc1234");
  EXPECT_EQ(calibration.sm_mhz, 1980);
  EXPECT_EQ(calibration.memory_mhz, 3201);
  EXPECT_EQ(calibration.processes, 3);
}

TEST(Calibrate, an_unknown_card_has_the_drivers_peak_and_says_so) {
  const Calibrated result = calibrate(calibration_run(), {});
  EXPECT_EQ(result.calibration.factor_of_datasheet, 0);
  EXPECT_GT(result.calibration.factor_of_driver, 0.9);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("NVIDIA H200 is not in gpus.yaml")));
}

TEST(Calibrate, a_drivers_peak_that_was_exceeded_is_no_peak) {
  warpmark::Run run = calibration_run();
  run.facts.gpu.peak_gbps_driver = 4000;
  const Calibrated result = calibrate(run, h200_sheet);
  EXPECT_EQ(result.calibration.factor_of_driver, 0);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("do not tell this card's peak")));
}

TEST(Calibrate, warm_rows_and_other_families_do_not_count) {
  warpmark::Run run = calibration_run();
  add_rows(run, "stream/triad/type:f32/bytes:16/block:256/MiB:2048/l2:warm", {4500, 4500});
  add_rows(run, "copy/aligned/elements:268435456/l2:cold", {4500, 4500});
  EXPECT_EQ(calibrate(run, h200_sheet).calibration.ceilings.at("triad").configurations, 2);
}

TEST(Calibrate, a_mix_within_the_l2_is_left_out_and_noted) {
  warpmark::Run run = h200_run();
  add_rows(run, best_triad, {4430, 4432});
  for (int process = 0; process < 2; ++process)
    run.rows.push_back(row_at("quantize/ceiling/bytes:2to1/shape:4096x4096/l2:cold", process, 3500, 34, 17));
  const Calibrated result = calibrate(run, h200_sheet);
  EXPECT_FALSE(result.calibration.ceilings.contains("2to1"));
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("2to1: the largest working set is 51 MB, below four times the L2")));
}

TEST(Calibrate, a_working_set_of_exactly_four_times_the_l2_will_do) {
  warpmark::Run run = h200_run();
  for (int process = 0; process < 2; ++process) {
    run.rows.push_back(row_at(best_triad, process, 4400));
    run.rows.push_back(row_at(best_triad, process, 4400));
    for (Row& row : run.rows) row.counters = {{"gpu_bytes_read", 167772160}, {"gpu_bytes_written", 83886080}};
  }
  EXPECT_TRUE(calibrate(run, {}).calibration.ceilings.contains("triad"));
}

TEST(Calibrate, a_row_that_did_not_fit_is_noted) {
  warpmark::Run run = calibration_run();
  Row skipped = row_at("stream/read/type:f32/bytes:16/block:256/MiB:2048/l2:cold", 0, 1);
  skipped.time_us = 0;
  skipped.skipped = "needs 2 GiB";
  run.rows.push_back(skipped);
  EXPECT_THAT(calibrate(run, h200_sheet).notes, ElementsAre(HasSubstr("was skipped: needs 2 GiB")));
}

struct Bad {
  const char* name;
  std::function<void(Run&)> change;
  const char* says;
};

std::string name_of(const testing::TestParamInfo<Bad>& bad) { return bad.param.name; }

class Unusable : public testing::TestWithParam<Bad> {};

TEST_P(Unusable, is_an_input_error_that_says_why) {
  warpmark::Run run = calibration_run();
  GetParam().change(run);
  try {
    calibrate(run, h200_sheet);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(GetParam().says));
    EXPECT_THAT(error.what(), HasSubstr("remedy: "));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Runs, Unusable,
    testing::Values(
        Bad{"no_rows", [](warpmark::Run& run) { run.rows.clear(); }, "holds no cold triad"},
        Bad{"only_warm_rows",
            [](warpmark::Run& run) {
              for (Row& row : run.rows) row.key = "stream/triad/MiB:2048/l2:warm";
            },
            "holds no cold triad"},
        Bad{"a_failed_row", [](warpmark::Run& run) { run.rows[4].error = "wrong result at 17"; },
            "failed: wrong result at 17"},
        Bad{"event_timing", [](warpmark::Run& run) { run.facts.timer = "event"; }, "timed by CUDA events"},
        Bad{"no_timer", [](warpmark::Run& run) { run.facts.timer = ""; }, "with which timer"},
        Bad{"no_card", [](warpmark::Run& run) { run.facts.gpu.uuid = ""; }, "on which card"},
        Bad{"no_l2", [](warpmark::Run& run) { run.facts.gpu.l2_mib = 0; }, "how large the L2 is"},
        Bad{"no_date",
            [](warpmark::Run& run) {
              run.context = {{"date", "yesterday"}};
            },
            "on which day"},
        Bad{"no_context", [](warpmark::Run& run) { run.context = nullptr; }, "on which day"},
        Bad{"no_bytes",
            [](warpmark::Run& run) {
              for (Row& row : run.rows) row.counters.clear();
            },
            "how many bytes"},
        Bad{"a_small_working_set", [](warpmark::Run& run) { run.facts.gpu.l2_mib = 4096; }, "below four times the L2"},
        Bad{"faster_than_the_datasheet", [](warpmark::Run& run) { run.rows[0].time_us = run.rows[1].time_us = 1; },
            "gpus.yaml:3: the profile of NVIDIA H200 is wrong: it gives a peak of 4800 GB/s"}),
    name_of);

class Doubtful : public testing::TestWithParam<Bad> {};

/// Of one configuration, in every process.
void set_clock(warpmark::Run& run, const std::string& clock, double mhz) {
  const std::string key = run.rows[2].key;
  for (Row& row : run.rows) {
    if (row.key == key) row.counters[clock] = mhz;
  }
}

TEST(Calibrate, one_process_whose_clock_dipped_is_no_reason_to_doubt) {
  warpmark::Run run = calibration_run();
  run.rows[2].counters["gpu_sm_mhz"] = 1700;
  EXPECT_THAT(calibrate(run, h200_sheet).inconclusive, testing::IsEmpty());
}

TEST_P(Doubtful, is_inconclusive_with_a_reason) {
  warpmark::Run run = calibration_run();
  GetParam().change(run);
  EXPECT_THAT(calibrate(run, h200_sheet).inconclusive, testing::Contains(HasSubstr(GetParam().says)));
}

INSTANTIATE_TEST_SUITE_P(
    Runs, Doubtful,
    testing::Values(Bad{"throttled", [](warpmark::Run& run) { run.rows[2].counters["gpu_throttle"] = 8; },
                        "held back in 1 of 12"},
                    Bad{"sm_clock_moved", [](warpmark::Run& run) { set_clock(run, "gpu_sm_mhz", 1700); },
                        "SM clock moved between 1700"},
                    Bad{"memory_clock_moved", [](warpmark::Run& run) { set_clock(run, "gpu_memory_mhz", 2600); },
                        "memory clock moved between 2600"},
                    Bad{"memory_clock_limited",
                        [](warpmark::Run& run) {
                          for (Row& row : run.rows) row.counters["gpu_memory_mhz"] = 2600;
                        },
                        "memory ran at 2600 of its 3201 MHz"},
                    Bad{"another_process", [](warpmark::Run& run) { run.context["warpmark"]["other_processes"] = 2; },
                        "2 other processes were on the GPU"},
                    Bad{"one_process",
                        [](warpmark::Run& run) {
                          for (Row& row : run.rows) row.process = 0;
                        },
                        "one process"},
                    Bad{"wide_spread",
                        [](warpmark::Run& run) {
                          for (Row& row : run.rows)
                            if (row.process == 0) row.time_us *= 1.02;
                        },
                        "triad: every configuration spreads by more than 1 % over processes, the best by 2"}),
    name_of);

TEST(Calibrate, what_does_not_repeat_is_no_ceiling_while_another_configuration_does) {
  warpmark::Run run = calibration_run();
  run.rows[0].time_us *= 1.02;  // the best triad's

  const Calibrated steady = calibrate(run, h200_sheet);
  EXPECT_THAT(steady.inconclusive, IsEmpty());
  EXPECT_EQ(steady.calibration.ceilings.at("triad").row, other_triad);
  EXPECT_NEAR(steady.calibration.ceilings.at("triad").best_gbps, 4402, 1e-6);
  EXPECT_THAT(steady.notes, Contains(HasSubstr("reached 4432.0 GB/s, but spreads by 2")));

  const Calibrated allowed = calibrate(run, h200_sheet, {.spread_limit = 0.03});
  EXPECT_THAT(allowed.inconclusive, IsEmpty());
  EXPECT_EQ(allowed.calibration.ceilings.at("triad").row, best_triad);
  EXPECT_THAT(allowed.notes, Not(Contains(HasSubstr("spreads"))));
}

}  // namespace
}  // namespace warpmark
