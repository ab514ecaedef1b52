// `warpmark calibrate` on a real run of an NVIDIA H200, and on bad input.
#include <algorithm>
#include <functional>

#include "harness/baseline/baseline.h"
#include "tests/cli/cli_fixture.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class CalibrateCommand : public CliTest {
 protected:
  CalibrateCommand() {
    std::filesystem::copy(WARPMARK_TEST_DATA "/h200/baselines/nvidia-h200.yaml", baselines());
    std::filesystem::copy(WARPMARK_BASELINES "/gpus.yaml", baselines());
  }

  Outcome calibrate(const std::string& run, Words more = {}) const {
    more.insert(more.begin(), {"calibrate", run, "--baselines", baselines()});
    return warpmark(more);
  }

  /// The recorded run with `change` made to it.
  std::string changed(const std::function<void(warpmark::Run&)>& change) const {
    warpmark::Run run = read_run(unpacked("green"));
    change(run);
    write_run(run, file("changed.json"));
    return file("changed.json");
  }

  std::string baseline() const { return text_of_file(baselines() + "/nvidia-h200.yaml"); }
};

TEST_F(CalibrateCommand, writes_the_cards_ceilings_into_its_baseline) {
  const Outcome outcome = calibrate(unpacked("green"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("triad "), HasSubstr("copy "), HasSubstr("read "), HasSubstr("write "),
                                 HasSubstr("/ 4800 GB/s (NVIDIA H200 datasheet, SXM: 4.8 TB/s)"),
                                 HasSubstr("/ 4814.3 GB/s (driver"), HasSubstr("wrote ")));
  const Baseline written = read_baseline(baselines() + "/nvidia-h200.yaml");
  ASSERT_EQ(written.calibrations.size(), 1U);
  const auto& [uuid, calibration] = *written.calibrations.begin();
  EXPECT_EQ(uuid, "GPU-37c34e95-6f68-7ddd-69a9-51f0936fc986");
  EXPECT_EQ(calibration.processes, 5);
  EXPECT_GT(calibration.factor_of_datasheet, 0.92);
  EXPECT_LT(calibration.factor_of_datasheet, 0.93);
  EXPECT_EQ(written.rows.size(), 90U);
}

TEST_F(CalibrateCommand, touches_nothing_else_and_the_second_time_nothing_at_all) {
  const std::string before = baseline();
  ASSERT_EQ(calibrate(unpacked("green")).exit_code, 0);
  const std::string once = baseline();
  EXPECT_EQ(once.substr(once.find("\nsessions:")), before.substr(before.find("\nsessions:")));
  ASSERT_EQ(calibrate(unpacked("green")).exit_code, 0);
  EXPECT_EQ(baseline(), once);
}

TEST_F(CalibrateCommand, a_dry_run_writes_nothing) {
  const std::string before = baseline();
  const Outcome outcome = calibrate(unpacked("green"), {"--dry-run"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("factor 0.92"), Not(HasSubstr("wrote"))));
  EXPECT_EQ(baseline(), before);
}

TEST_F(CalibrateCommand, other_formats_are_nothing_but_themselves) {
  const Outcome tileops = calibrate(unpacked("green"), {"--format", "tileops"});
  EXPECT_THAT(tileops.out, AllOf(HasSubstr("\nhbm:\n  theoretical: 4800e9"), HasSubstr("\n  calibration: 0.92"),
                                 Not(HasSubstr("wrote"))));
  const Outcome json = calibrate(unpacked("green"), {"--format", "json"});
  EXPECT_EQ(nlohmann::json::parse(json.out)["gpu"], "NVIDIA H200");
}

TEST_F(CalibrateCommand, an_inconclusive_one_is_shown_and_not_kept) {
  const std::string before = baseline();
  const Outcome outcome = calibrate(changed([](warpmark::Run& run) {
    for (Row& row : run.rows) row.counters["gpu_throttle"] = 8;
  }));
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(calibrate(file("changed.json"), {"--format", "tileops"}).out, IsEmpty());
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("factor"), HasSubstr("inconclusive: clocks were held back")));
  EXPECT_THAT(outcome.err, HasSubstr("nothing written"));
  EXPECT_EQ(baseline(), before);
}

TEST_F(CalibrateCommand, a_run_of_another_card_finds_no_baseline_to_go_into) {
  const Outcome outcome = calibrate(changed([](warpmark::Run& run) { run.facts.gpu.sm_count = 114; }));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("no baseline of NVIDIA H200, 114 SMs"), HasSubstr("but of NVIDIA H200, 132")));
}

TEST_F(CalibrateCommand, a_run_without_calibration_rows_says_how_to_get_them) {
  const Outcome outcome = calibrate(changed([](warpmark::Run& run) {
    std::erase_if(run.rows, [](const Row& row) { return row.key.starts_with("stream/"); });
  }));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--gpu_calibration"));
}

TEST_F(CalibrateCommand, a_bad_profile_is_named_with_its_place) {
  const auto with_gpus = [&](const std::string& gpu) {
    write("baselines/gpus.yaml", "warpmark_gpus: 1\ngpus:\n  NVIDIA H200: " + gpu + "\n");
    const Outcome outcome = calibrate(unpacked("green"));
    EXPECT_EQ(outcome.exit_code, 2);
    return outcome.err;
  };
  EXPECT_THAT(with_gpus("{peak_gpbs: 4800, source: s}"), AllOf(HasSubstr("gpus.yaml:3"), HasSubstr("peak_gbps?")));
  EXPECT_THAT(with_gpus("{peak_gbps: 0, source: s}"), HasSubstr("is not above 0"));
  EXPECT_THAT(with_gpus("{peak_gbps: 4000, source: s}"), HasSubstr("the profile of NVIDIA H200 is wrong"));
}

TEST_F(CalibrateCommand, shows_a_sweep_and_says_when_there_is_none) {
  const Outcome none = calibrate(unpacked("green"), {"--sweep"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("stream_sweep"));
  const Outcome sweep = calibrate(changed([](warpmark::Run& run) {
                                    for (Row& row : run.rows) {
                                      if (row.key.starts_with("stream/")) row.key.insert(6, "_sweep");
                                      row.name = row.key;
                                    }
                                  }),
                                  {"--sweep"});
  EXPECT_EQ(sweep.exit_code, 0) << sweep.err;
  EXPECT_THAT(sweep.out, AllOf(HasSubstr("stream_sweep/triad, l2:cold"), HasSubstr("best: ")));
}

TEST_F(CalibrateCommand, help_shows_examples_and_exit_codes) {
  const Outcome help = warpmark({"calibrate", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("Examples:"), HasSubstr("--gpu_sweep_mib"), HasSubstr("Exit codes:")));
  EXPECT_THAT(help.err, IsEmpty());
}

}  // namespace
}  // namespace warpmark
