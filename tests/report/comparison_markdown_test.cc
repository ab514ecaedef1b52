#include "harness/report/comparison_markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/report/comparison_builder.h"
#include "tests/report/golden.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(ComparisonMarkdown, is_something_to_paste_into_a_pull_request) {
  expect_golden(comparison_markdown(mixed_comparison(true), false), "comparison.md");
}

TEST(ComparisonMarkdown, names_cannot_break_out_of_their_cells) {
  compare::Matched matched;
  for (const char* key : {"a|b", "a\nb", "`a`<script>", "a\\|b"}) matched.matches.push_back(match(key, 1, 1));
  const std::string text = comparison_markdown(compare::compare(matched, {}), false);
  EXPECT_THAT(text, AllOf(HasSubstr("| <code>a&#124;b</code> |"), HasSubstr("`a\\nb`"), Not(HasSubstr("<script>"))));
}

compare::Comparison of_2000_rows() {
  compare::Matched matched;
  for (int i = 0; i < 2000; ++i)
    matched.matches.push_back(
        match(fmt::format("some/long/kernel{}/name/shape:8192x28672/type:bf16", i), 10, i < 600 ? 11 : 10));
  compare::Comparison comparison = compare::compare(matched, {});
  compare::sort(comparison.pairs, compare::Order::importance);
  return comparison;
}

TEST(ComparisonMarkdown, stays_below_its_limit_with_the_most_important_first) {
  const std::string text = comparison_markdown(of_2000_rows(), false);
  EXPECT_LE(text.size(), 60'000U);
  EXPECT_GT(text.size(), 50'000U);
  EXPECT_THAT(text, AllOf(HasSubstr("600 slower"), HasSubstr("\nand "), HasSubstr(" more")));
  EXPECT_NE(text.find("**slower**"), std::string::npos);
}

TEST(ComparisonMarkdown, a_small_limit_keeps_what_is_open_closed) {
  for (const std::size_t limit : {0U, 700U, 1500U, 3000U, 9000U}) {
    const std::string text = comparison_markdown(of_2000_rows(), false, limit);
    EXPECT_LE(text.size(), std::max<std::size_t>(limit, 100));
    const auto count = [&](const std::string& wanted) {
      int found = 0;
      for (auto at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) ++found;
      return found;
    };
    EXPECT_EQ(count("<details>"), count("</details>")) << limit;
  }
}

}  // namespace
}  // namespace warpmark
