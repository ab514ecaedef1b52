// Real runs of an NVIDIA H200 (tests/data/h200) through the built command, against the baseline in baselines/.
#include "tests/cli/cli_fixture.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using RecordedRuns = CliTest;

TEST_F(RecordedRuns, a_build_without_a_change_passes_on_a_card_that_the_baseline_does_not_hold) {
  const Outcome outcome = warpmark({"check", unpacked("green"), "--baselines", WARPMARK_BASELINES});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.last_line(), HasSubstr("90 pass (90 of 90 compared) -> exit 0"));
}

TEST_F(RecordedRuns, a_triad_with_three_percent_more_work_is_red_by_name_and_its_neighbours_are_not) {
  const Outcome outcome = warpmark({"check", unpacked("red"), "--baselines", WARPMARK_BASELINES, "--verbose"});
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
                                    WARPMARK_BASELINES, "--json", file("verdicts.json")});
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

TEST_F(RecordedRuns, the_baseline_is_what_its_runs_make) {
  Words words = {"record", "--baselines", file("made")};
  for (const char* card : {"7e4a102b", "138b9260", "26318cf3", "31dca3ef", "7f711add"})
    words.push_back(unpacked(std::string("baseline-") + card));
  std::filesystem::create_directory(file("made"));
  std::filesystem::copy(WARPMARK_BASELINES "/nvidia-h200.policy.yaml", file("made"));
  const Outcome outcome = warpmark(words);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(text_of_file(file("made/nvidia-h200.yaml")), text_of_file(WARPMARK_BASELINES "/nvidia-h200.yaml"));
}

}  // namespace
}  // namespace warpmark
