#include "harness/session/codegen_check.h"

#include <gmock/gmock.h>

#include <sstream>

#include "fmt/format.h"
#include "harness/baseline/census_file.h"
#include "tests/codegen/fake_tools.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A program of two kernels for sm_90, recorded.
class CodegenCheckTest : public testing::Test {
 protected:
  CodegenCheckTest() {
    fake.cubins["a.sm_90.cubin"] = {"_Z1aPf"};
    fake.cubins["b.sm_90.cubin"] = {"_Z1bPf", "LDG.E.128"};
    replace_text(folder.path() / "program", codegen::container("a.sm_90.cubin\nb.sm_90.cubin\n"));
    const ScratchFolder scratch;
    codegen::RecordedCensus recorded;
    record_census(recorded, codegen::take_census(check.binaries, {}, fake.tools(), scratch.path()), false);
    record = write_recorded_target(folder.path(), "sm_90", recorded.at("sm_90"));
    fake.calls.clear();
  }

  void edit_record(const std::string& what, const std::string& by) const {
    std::string text = read_text(record);
    text.replace(text.find(what), what.size(), by);
    replace_text(record, text);
  }

  void expect(const std::string& expectation) const {
    replace_text(folder.path() / "codegen" / "expectations.yaml",
                 "warpmark_expectations: 1\nexpectations:\n  - " + expectation + "\n");
  }

  /// All there is to say of it, an access and its instruction included; the same if everything is disassembled.
  std::string verdict() {
    const std::string quick = text_of(check_codegen(check, fake.tools()));
    CodegenCheck full = check;
    full.disassemble_all = true;
    const std::size_t calls = fake.calls.size();
    EXPECT_EQ(text_of(check_codegen(full, fake.tools())), quick);
    fake.calls.resize(calls);
    return quick;
  }

  static std::string text_of(const codegen::Judgement& judgement) {
    std::string text;
    for (const auto& finding : judgement.findings) {
      text += fmt::format("{} {}:", static_cast<int>(finding.kind), finding.kernel);
      for (const auto& deviation : finding.deviations) {
        text += fmt::format(" {} {} {}", deviation.metric, deviation.expected, deviation.found);
        for (const auto& access : deviation.accesses) text += fmt::format(" [{}]", access.instruction);
      }
    }
    for (const auto& note : judgement.notes) text += note;
    EXPECT_EQ(judgement.kernels, 2U);
    EXPECT_EQ(judgement.recorded, 2U);
    return text;
  }

  /// The cubins that the quick checks disassembled.
  std::vector<std::string> disassembled() const {
    std::vector<std::string> names;
    for (const auto& call : fake.calls)
      if (call[0] == "nvdisasm") names.push_back(std::filesystem::path(call.back()).filename().string());
    return names;
  }

  ScratchFolder folder;
  codegen::FakeTools fake;
  CodegenCheck check{{folder.path() / "program"}, {}, folder.path(), {}, "*", false};
  std::filesystem::path record;
};

TEST_F(CodegenCheckTest, disassembles_nothing_where_nothing_changed) {
  expect("{match: b, metrics: {global_load_128: \">= 1\"}, because: four at once}");
  EXPECT_EQ(verdict(), "");
  EXPECT_THAT(disassembled(), IsEmpty());
}

TEST_F(CodegenCheckTest, disassembles_what_changed) {
  fake.cubins["a.sm_90.cubin"].load = "LDG.E.128";
  EXPECT_THAT(verdict(), HasSubstr("_Z1aPf: global_load_32 1 0 [LDG.E.128 R0, [R2.64]] global_load_128 0 1"));
  EXPECT_THAT(disassembled(), ElementsAre("a.sm_90.cubin"));
}

TEST_F(CodegenCheckTest, disassembles_known_code_to_show_what_breaks_an_expectation) {
  expect("{match: a, metrics: {global_load_128: \">= 1\"}, because: four at once}");
  EXPECT_THAT(verdict(), HasSubstr("_Z1aPf: global_load_128 >= 1 0 [LDG.E R0, [R2.64]]"));
  EXPECT_THAT(disassembled(), ElementsAre("a.sm_90.cubin"));
}

TEST_F(CodegenCheckTest, takes_expectations_from_any_file_and_without_baselines_knows_no_record) {
  expect("{match: b, metrics: {global_load_128: 7}, because: of the baselines}");
  fake.cubins["a.sm_90.cubin"].registers = 9;
  EXPECT_TRUE(check_codegen(check, fake.tools()).failed());

  CodegenCheck alone = check;
  alone.baselines.clear();
  alone.expectations = folder.path() / "own.yaml";
  for (const int demanded : {1, 2}) {
    replace_text(alone.expectations,
                 fmt::format("warpmark_expectations: 1\nexpectations:\n"
                             "  - {{match: b, metrics: {{global_load_128: {}}}, because: of a file}}\n",
                             demanded));
    EXPECT_EQ(check_codegen(alone, fake.tools()).failed(), demanded != 1);
  }
}

TEST_F(CodegenCheckTest, the_same_code_with_more_registers_is_a_change) {
  fake.cubins["a.sm_90.cubin"].registers = 9;
  EXPECT_THAT(verdict(), HasSubstr("_Z1aPf: registers 8 9"));
}

TEST_F(CodegenCheckTest, warpmark_itself_may_change_where_its_kernels_were_never_recorded) {
  fake.cubins["fill.sm_90.cubin"] = {"_ZN8warpmark11fill_kernelIfEEvPT_mm", "LDG.E.128"};
  replace_text(folder.path() / "program", codegen::container("a.sm_90.cubin\nb.sm_90.cubin\nfill.sm_90.cubin\n"));
  expect("{match: \"*\", metrics: {local_*: 0, global_load_128: \"<= 1\"}, because: theirs}");
  EXPECT_EQ(verdict(), "");
  EXPECT_THAT(disassembled(), IsEmpty());
}

TEST_F(CodegenCheckTest, kernels_of_warpmark_itself_that_were_recorded_are_held_to_it) {
  fake.cubins["fill.sm_90.cubin"] = {"_ZN8warpmark11fill_kernelIfEEvPT_mm"};
  replace_text(folder.path() / "program", codegen::container("a.sm_90.cubin\nb.sm_90.cubin\nfill.sm_90.cubin\n"));
  const ScratchFolder scratch;
  codegen::RecordedCensus recorded;
  record_census(recorded, codegen::take_census(check.binaries, {{}, true}, fake.tools(), scratch.path()), false);
  write_recorded_target(folder.path(), "sm_90", recorded.at("sm_90"));
  EXPECT_FALSE(check_codegen(check, fake.tools()).failed());
  fake.cubins["fill.sm_90.cubin"].load = "LDG.E.128";
  EXPECT_TRUE(check_codegen(check, fake.tools()).failed());
}

TEST_F(CodegenCheckTest, a_record_edited_by_hand_is_found_out) {
  edit_record("global_load_32: 1", "global_load_32: 2");
  EXPECT_THAT(verdict(), HasSubstr("_Z1aPf: global_load_32 2 1"));
  EXPECT_THAT(disassembled(), ElementsAre("a.sm_90.cubin"));
}

TEST_F(CodegenCheckTest, a_record_edited_to_what_an_expectation_wants_is_found_out) {
  expect("{match: a, metrics: {global_load_32: 0}, because: four at once}");
  edit_record("global_load_32: 1", "global_load_128: 1");
  EXPECT_THAT(verdict(), AllOf(HasSubstr("global_load_32 0 1"), HasSubstr("global_load_128 1 0")));
}

TEST_F(CodegenCheckTest, a_record_of_before_there_were_checksums_is_only_slower) {
  const std::string text = read_text(record);
  std::string old;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find("checksum:") == std::string::npos) old += line + "\n";
  replace_text(record, old);
  EXPECT_EQ(verdict(), "");
  EXPECT_EQ(disassembled().size(), 2U);
}

}  // namespace
}  // namespace warpmark
