// Real runs of an NVIDIA H200 (tests/data/h200) through the built command, against the baseline in baselines/.
#include "fmt/format.h"
#include "tests/cli/cli_fixture.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class RecordedRuns : public CliTest {
 protected:
  std::string unpacked(const std::string& name) const {
    const std::string packed = fmt::format("{}/h200/{}.json.gz", WARPMARK_TEST_DATA, name);
    EXPECT_EQ(std::system(fmt::format("gzip -dc {} > {}", packed, file(name)).c_str()), 0);
    return file(name);
  }
};

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
