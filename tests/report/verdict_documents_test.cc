// Verdicts as Markdown and JUnit: what each says, and that names from elsewhere stay names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/gate/summary.h"
#include "harness/report/junit.h"
#include "harness/report/rerun.h"
#include "harness/report/verdict_junit.h"
#include "harness/report/verdict_markdown.h"

namespace warpmark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Verdict verdict_with(const std::string& key, Status status, Reason reason, double ratio) {
  Verdict verdict;
  verdict.key = key;
  verdict.status = status;
  verdict.reason = reason;
  verdict.detail = "why <b>|" + key;
  verdict.baseline_us = 100;
  verdict.run_us = 100 * ratio;
  verdict.ratio = ratio;
  verdict.tolerance = 0.01;
  verdict.run_processes = 5;
  verdict.baseline_processes = 10;
  return verdict;
}

Judgement some() {
  Judgement judgement;
  judgement.verdicts = {verdict_with("copy/<a|b>&\"x\x1b[31m", Status::regression, Reason::slower, 1.03),
                        verdict_with("copy/drifts", Status::inconclusive, Reason::drift, 1.02),
                        verdict_with("copy/fast", Status::improved, Reason::faster, 0.9),
                        verdict_with("copy/still", Status::pass, Reason::none, 1),
                        verdict_with("copy/broken", Status::error, Reason::failed, 0)};
  judgement.verdicts.front().causes = {"registers 14 -> 16"};
  judgement.notes = {"a note"};
  judgement.baseline_rows = 5;
  summarise(judgement);
  return judgement;
}

TEST(VerdictMarkdown, has_a_table_for_what_fails_what_is_undecided_and_the_rest) {
  const std::string text = verdict_markdown(some(), {}, gate_words("bench"));
  EXPECT_THAT(text, HasSubstr("**FAIL**: 1 error, 0 missing, 1 regression, 1 inconclusive, 1 improved, 1 pass"));
  EXPECT_LT(text.find("### Fails"), text.find("### Undecided"));
  EXPECT_LT(text.find("### Undecided"), text.find("### To be known"));
  EXPECT_THAT(text, AllOf(HasSubstr("cause: registers 14 -&#62; 16"), HasSubstr("- a note"),
                          HasSubstr("warpmark gate -- bench"), Not(HasSubstr("copy/still"))));
}

TEST(VerdictMarkdown, writes_a_change_by_factors_as_a_factor) {
  Judgement judgement;
  judgement.verdicts = {verdict_with("copy/far", Status::regression, Reason::slower, 40.5212)};
  EXPECT_THAT(verdict_markdown(judgement, {}, gate_words("bench")),
              HasSubstr(" | 4052.1 us | 40.5x slower | 1.00 % policy | "));
}

TEST(VerdictMarkdown, keeps_names_from_becoming_markup) {
  const std::string text = verdict_markdown(some(), {}, gate_words("bench"));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("<a|b>")), Not(HasSubstr("\x1b")), Not(HasSubstr("<b>"))));
}

TEST(VerdictMarkdown, ends_before_its_limit_and_counts_what_is_left_out) {
  Judgement many;
  for (int i = 0; i < 2000; ++i)
    many.verdicts.push_back(verdict_with("copy/" + std::to_string(i), Status::regression, Reason::slower, 1.03));
  const std::string text = verdict_markdown(many, {}, gate_words("bench"));
  EXPECT_LT(text.size(), markdown_limit_bytes);
  EXPECT_THAT(text, HasSubstr(" more"));
}

TEST(VerdictJunit, shows_a_skipped_gate_as_a_skipped_case) {
  if (!can_write_junit()) GTEST_SKIP() << "built without pugixml";
  Judgement nothing;
  nothing.skipped = "no usable GPU";
  const std::string text = verdict_junit(nothing, {}, "");
  EXPECT_THAT(text, AllOf(HasSubstr("tests=\"1\""), HasSubstr("skipped=\"1\""),
                          HasSubstr("<skipped message=\"no usable GPU\"")));
}

TEST(VerdictJunit, counts_and_escapes) {
  if (!can_write_junit()) GTEST_SKIP() << "built without pugixml";
  const std::string text = verdict_junit(some(), {}, gate_words("bench"));
  EXPECT_THAT(text, HasSubstr("tests=\"5\" failures=\"1\" errors=\"2\" skipped=\"0\""));
  EXPECT_THAT(text,
              AllOf(HasSubstr("name=\"copy/&lt;a|b"), HasSubstr("&amp;&quot;x\\x1b[31m\""), Not(HasSubstr("<a"))));
  EXPECT_THAT(text, AllOf(HasSubstr("<failure message=\"regression (slower): why"), HasSubstr("type=\"regression\""),
                          HasSubstr("cause: registers 14 -&gt; 16"), HasSubstr("note: a note")));
  JudgeOptions warn;
  warn.inconclusive_fails = false;
  EXPECT_THAT(verdict_junit(some(), warn, gate_words("bench")), HasSubstr("errors=\"1\" skipped=\"1\""));
}

}  // namespace
}  // namespace warpmark
