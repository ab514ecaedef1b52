// Reports of fixed judgements of machine code.
#include <gmock/gmock.h>

#include <sstream>

#include "harness/report/codegen_text.h"

namespace warpmark {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string printed(const codegen::Judgement& judgement) {
  std::ostringstream out;
  print_codegen_judgement(out, judgement, "bench", "", 1);
  return out.str();
}

codegen::Finding narrow_load(const std::string& target, const std::string& found) {
  return {codegen::Finding::Kind::unexpected,       "kernel",   target,
          {{"global_load_128", ">= 1", found, {}}}, "a reason", "e.yaml:3"};
}

TEST(CodegenFindings, AreOneForTargetsThatHaveThemAlike) {
  const std::string text =
      printed({{narrow_load("sm_80", "0"), narrow_load("sm_90", "0"), narrow_load("sm_100", "0")}, {}, 3, 3, 0, 0});
  EXPECT_THAT(text, HasSubstr("unexpected  sm_80, sm_90, sm_100  kernel\n"));
  EXPECT_THAT(text, HasSubstr("FAIL  3 failures, 3 unexpected"));
  EXPECT_EQ(text.find("expected >= 1"), text.rfind("expected >= 1"));
}

TEST(CodegenFindings, AreApartWhereTheyDiffer) {
  const std::string text = printed({{narrow_load("sm_80", "0"), narrow_load("sm_90", "2")}, {}, 2, 2, 0, 0});
  EXPECT_THAT(text, HasSubstr("unexpected  sm_80  kernel\n"));
  EXPECT_THAT(text, HasSubstr("unexpected  sm_90  kernel\n"));
}

TEST(CodegenFindings, NewKernelsAreCutAndCountedByWhatIsPrinted) {
  codegen::Judgement judgement;
  for (int i = 0; i < 25; ++i)
    for (const char* target : {"sm_80", "sm_90"})
      judgement.findings.push_back({codegen::Finding::Kind::added, "kernel" + std::to_string(i), target, {}, "", ""});
  const std::string text = printed(judgement);
  EXPECT_THAT(text, HasSubstr("new         sm_80, sm_90  kernel19\n"));
  EXPECT_THAT(text, Not(HasSubstr("kernel20\n")));
  EXPECT_THAT(text, HasSubstr("... and 5 more new (--json has them all)\n"));
}

}  // namespace
}  // namespace warpmark
