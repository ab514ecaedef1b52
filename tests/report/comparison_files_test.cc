// The files that a comparison is written to besides Markdown and JSON: JUnit, CSV and HTML.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/compare/before_after_table.h"
#include "harness/compare/exit_code.h"
#include "harness/report/comparison_csv.h"
#include "harness/report/comparison_html.h"
#include "harness/report/comparison_junit.h"
#include "tests/report/comparison_builder.h"

#ifdef WARPMARK_HAS_PUGIXML
#include <pugixml.hpp>
#endif

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// What names may hold at worst: marks of every format, line ends, an escape, bytes that are not UTF-8, U+FFFF.
const std::string hostile = "a|b,`c`\"d'\n<script>alert(1)</script>&amp;]]>\x1b[2J\xff\xc3/\xef\xbf\xbf/l2:cold";

compare::Comparison hostile_comparison() {
  compare::Matched matched;
  matched.before = matched.after = hostile;
  matched.matches = {match(hostile, 1, 2), match("plain/l2:cold", 1, 1)};
  matched.matches[0].label = hostile;
  matched.not_compared = {{hostile + "2", "only in " + hostile}};
  matched.notes = {hostile};
  return compare::compare(matched, {});
}

std::size_t count(const std::string& text, const std::string& wanted) {
  std::size_t found = 0;
  for (auto at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) ++found;
  return found;
}

#ifdef WARPMARK_HAS_PUGIXML
pugi::xml_document parsed(const std::string& xml) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_buffer(xml.data(), xml.size())) << xml;
  return document;
}

TEST(ComparisonJunit, fails_what_fail_on_names_and_skips_what_cannot_be_told) {
  const auto document = parsed(comparison_junit(mixed_comparison(false), {compare::fail_on_slower}));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 7);
  EXPECT_EQ(suite.attribute("failures").as_int(), 2);
  EXPECT_EQ(suite.attribute("skipped").as_int(), 2);  // one cannot be told, one was not compared
  const pugi::xml_node slower = suite.find_child_by_attribute("testcase", "name", "q/gelu/dir:row/shape:2x2/l2:cold");
  EXPECT_STREQ(slower.child("failure").attribute("message").value(), "slower");
  EXPECT_THAT(slower.child("failure").text().get(), HasSubstr("ratio 0.9901"));
  EXPECT_STREQ(slower.attribute("classname").value(), "compare.q");
  const auto lenient = parsed(comparison_junit(mixed_comparison(false), {}));
  EXPECT_EQ(lenient.child("testsuites").child("testsuite").attribute("failures").as_int(), 0);
}

TEST(ComparisonJunit, names_come_through_whatever_they_hold) {
  const std::string xml = comparison_junit(hostile_comparison(), {});
  EXPECT_THAT(xml, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("<script>")), Not(HasSubstr("\xff"))));
  const auto document = parsed(xml);
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_THAT(suite.child("testcase").attribute("name").value(),
              AllOf(HasSubstr("<script>alert(1)</script>&amp;]]>\\x1b[2J\\xff\\xc3/"), HasSubstr("\\n")));
}

#endif

TEST(ComparisonCsv, is_a_line_a_row_and_reads_back_to_the_same_times) {
  const compare::Comparison comparison = hostile_comparison();
  const std::string csv = comparison_csv(comparison);
  EXPECT_EQ(count(csv, "\n"), 4U);
  const compare::Matched again = compare::match_table(compare::parse_delimited(csv, "c.csv"), {});
  ASSERT_EQ(again.matches.size(), 2U);
  EXPECT_EQ(again.not_compared.size(), 1U);
  EXPECT_EQ(again.matches[0].observed.before_us.front(), comparison.pairs[0].estimate.before_us);
  EXPECT_EQ(again.matches[1].key, "plain/l2:cold");
}

TEST(ComparisonHtml, holds_groups_plots_and_rows_and_needs_nothing_else) {
  const std::string page = comparison_html(mixed_comparison(true));
  EXPECT_EQ(count(page, "<svg"), 3U);  // a group each: gelu row, gelu col, plain
  EXPECT_EQ(count(page, "<circle"), 6U);
  EXPECT_EQ(count(page, ">shape:2x2/l2:cold</text>"), 1U);  // beside its line, without what all of the group share
  EXPECT_EQ(count(page, "<tr><td>q/gelu/dir:row/shape:1x2/l2:cold <small>Llama-3-8B hidden</small>"), 1U);
  EXPECT_THAT(page, AllOf(HasSubstr("class=\"faster cold\""), HasSubstr("aria-sort"), HasSubstr("q/new/l2:cold"),
                          HasSubstr("driver 580 in A, 590 in B")));
  for (const char* elsewhere : {"http:", "https:", " src=", "@import", "url("})
    EXPECT_THAT(page, Not(HasSubstr(elsewhere)));
}

TEST(ComparisonHtml, names_cannot_become_elements_or_scripts) {
  const std::string page = comparison_html(hostile_comparison());
  EXPECT_EQ(count(page, "<script>"), 1U);  // our own
  EXPECT_THAT(page, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\xff")), Not(HasSubstr("&amp;]]>")),
                          HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;]]&gt;")));
}

TEST(ComparisonHtml, of_nothing_is_a_page_all_the_same) {
  const std::string page = comparison_html(compare::compare({}, {}));
  EXPECT_THAT(page, AllOf(HasSubstr("0 of 0 compared"), HasSubstr("</html>"), Not(HasSubstr("nan"))));
}

}  // namespace
}  // namespace warpmark
