// Real runs of an NVIDIA H200 (tests/data/h200) through the built command. Most are of the suite that was there on
// 2026-11-29, 90 rows, and are judged by the baseline of that day, which is kept beside them.
#include "harness/calibrate/percent_of_ceiling.h"
#include "harness/run/median.h"
#include "tests/cli/cli_fixture.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string baseline_of_then = WARPMARK_TEST_DATA "/h200/baselines";

class RecordedRuns : public CliTest {
 protected:
  /// What `warpmark record` makes of the recorded runs of these cards, by the policy in that folder.
  std::string recorded(const std::vector<std::string>& cards, const std::string& policy_of) {
    Words words = {"record", "--baselines", file("made")};
    for (const std::string& card : cards) words.push_back(unpacked("baseline-" + card));
    std::filesystem::create_directory(file("made"));
    std::filesystem::copy(policy_of + "/nvidia-h200.policy.yaml", file("made"));
    const Outcome outcome = warpmark(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return text_of_file(file("made/nvidia-h200.yaml"));
  }
};

/// Five sessions of then; of four, what was not changed since; and two of the suite that is there now. The machine code
/// in 881088b9 and 3daef252 was joined afterwards, from runs of the same kernels.
const std::vector<std::string> cards_of_now = {"7e4a102b", "138b9260", "26318cf3", "31dca3ef", "7f711add", "01531199",
                                               "ec9f5ca2", "881088b9", "3daef252", "b03e0a6f", "251b5f8c"};
const std::vector<std::string> calibrated_cards = {"01531199", "881088b9", "3daef252"};
const std::vector<std::string> cards_of_then = {"7e4a102b", "138b9260", "26318cf3", "31dca3ef", "7f711add"};

TEST_F(RecordedRuns, a_build_without_a_change_passes_on_a_card_that_the_baseline_does_not_hold) {
  const Outcome outcome = warpmark({"check", unpacked("green"), "--baselines", baseline_of_then});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.last_line(), HasSubstr("90 pass (90 of 90 compared) -> exit 0"));
}

TEST_F(RecordedRuns, so_does_the_whole_suite_of_now) {
  std::vector<std::string> others = cards_of_now;
  const std::string left_out = others.back();
  others.pop_back();
  recorded(others, WARPMARK_BASELINES);
  const Outcome outcome = warpmark({"check", unpacked("baseline-" + left_out), "--baselines", file("made")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.last_line(), HasSubstr("1170 pass (1170 of 1170 compared) -> exit 0"));
}

TEST_F(RecordedRuns, a_triad_with_three_percent_more_work_is_red_by_name_and_its_neighbours_are_not) {
  const Outcome outcome = warpmark({"check", unpacked("red"), "--baselines", baseline_of_then, "--verbose"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
  EXPECT_THAT(outcome.out,
              HasSubstr("regression (slower)  stream/triad/type:f32/bytes:16/block:1024/MiB:2048/l2:cold"));
  EXPECT_THAT(
      outcome.out,
      AllOf(Not(HasSubstr("regression (slower)  stream/copy")), Not(HasSubstr("regression (slower)  stream/read")),
            Not(HasSubstr("regression (slower)  stream/write")), Not(HasSubstr("regression (slower)  copy"))));
  EXPECT_THAT(outcome.last_line(), HasSubstr("16 regression, 74 pass (90 of 90 compared) -> exit 1"));
}

struct Fault {
  const char* name;
  const char* cause;  // the first that the report names
};

class RecordedFaults : public CliTest, public testing::WithParamInterface<Fault> {};

/// Each fault of tests/faults as the gate measured it.
TEST_P(RecordedFaults, are_red_and_their_cause_is_named) {
  const Outcome outcome = warpmark({"check", unpacked(std::string("faults/") + GetParam().name), "--baselines",
                                    baseline_of_then, "--json", file("verdicts.json")});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
  const auto verdicts = nlohmann::json::parse(text_of_file(file("verdicts.json")))["verdicts"];
  int red = 0;
  for (const auto& verdict : verdicts) {
    if (!verdict["fails"].get<bool>()) continue;
    ++red;
    EXPECT_THAT(verdict["causes"][0].get<std::string>(), testing::StartsWith(GetParam().cause)) << verdict["key"];
  }
  EXPECT_GT(red, 0);
}

INSTANTIATE_TEST_SUITE_P(H200, RecordedFaults,
                         testing::Values(Fault{"understated_alignment", "global loads narrowed (128-bit 1 -> 0"},
                                         Fault{"integer_aligned_base", "shared loads became generic (shared 4 -> 0"},
                                         Fault{"register_cap", "registers spill to local memory"},
                                         Fault{"missing_restrict", "more global loads"},
                                         Fault{"uncoalesced_index", "sectors a global"}),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST_F(RecordedRuns, the_baseline_of_then_is_what_its_runs_make) {
  EXPECT_EQ(recorded(cards_of_then, baseline_of_then), text_of_file(baseline_of_then + "/nvidia-h200.yaml"));
}

TEST_F(RecordedRuns, the_baseline_is_what_its_runs_make) {
  recorded(cards_of_now, WARPMARK_BASELINES);
  std::filesystem::copy(WARPMARK_BASELINES "/gpus.yaml", file("made"));
  for (const std::string& card : calibrated_cards) {
    const Outcome outcome = warpmark({"calibrate", unpacked("baseline-" + card), "--baselines", file("made")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  EXPECT_EQ(text_of_file(file("made/nvidia-h200.yaml")), text_of_file(WARPMARK_BASELINES "/nvidia-h200.yaml"));
}

TEST_F(RecordedRuns, each_row_has_the_percent_of_its_ceiling_that_calibrate_gives_for_its_benchmark) {
  const std::string file = unpacked("baseline-881088b9");
  warpmark::Run run = read_run(file);
  count_percent_of_ceiling(run);
  std::map<std::string, std::vector<double>> percents;
  for (const Row& row : run.rows) {
    if (const auto percent = row.counter("gpu_ceiling_percent")) percents[row.key].push_back(*percent);
  }
  const Outcome outcome = warpmark({"calibrate", file, "--format", "json", "--dry-run"});
  const auto shares = nlohmann::json::parse(outcome.out)["percent_of_ceiling"];
  EXPECT_EQ(shares.size(), percents.size());
  for (const auto& share : shares) {
    const std::vector<double>& of_rows = percents[share["key"].get<std::string>()];
    EXPECT_EQ(of_rows.size(), 5U) << share["key"];
    EXPECT_DOUBLE_EQ(median(of_rows), share["percent"].get<double>()) << share["key"];
  }
  EXPECT_NEAR(median(percents.at("quantize/generic/plain/dir:col/shape:8192x28672/arm:direct/l2:cold")), 99.01, 0.005);
}

TEST_F(RecordedRuns, a_card_passes_by_the_baseline_that_holds_it) {
  const Outcome outcome = warpmark({"check", unpacked("baseline-b03e0a6f"), "--baselines", WARPMARK_BASELINES});
  EXPECT_THAT(outcome.last_line(), HasSubstr("0 missing, 0 regression"));
}

}  // namespace
}  // namespace warpmark
