#include "harness/report/comparison_terminal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/report/comparison_builder.h"
#include "tests/report/golden.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string printed(const compare::Comparison& comparison, const ComparisonTerminalOptions& options) {
  std::ostringstream out;
  print_terminal(out, comparison, options);
  return out.str();
}

TEST(ComparisonTerminal, shows_rows_groups_and_what_was_not_compared) {
  expect_golden(printed(mixed_comparison(false), {.width = 200}), "comparison.txt");
}

TEST(ComparisonTerminal, shows_the_noise_of_controls) {
  expect_golden(printed(mixed_comparison(true), {.width = 200}), "comparison_control.txt");
}

TEST(ComparisonTerminal, fits_forty_columns) {
  const std::string text = printed(mixed_comparison(true), {.width = 40});
  expect_golden(text, "comparison_narrow.txt");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("   ")) {
      EXPECT_LE(line.size(), 40U) << line;
    }
  }
}

TEST(ComparisonTerminal, colours_only_when_asked_to) {
  EXPECT_THAT(printed(mixed_comparison(false), {}), Not(HasSubstr("\033")));
  EXPECT_THAT(printed(mixed_comparison(false), {.colour = true}),
              AllOf(HasSubstr("\033[32mfaster\033[0m"), HasSubstr("\033[31mslower\033[0m")));
}

TEST(ComparisonTerminal, shows_only_what_changed) {
  const std::string text = printed(mixed_comparison(false), {.only_changed = true});
  EXPECT_THAT(text, AllOf(HasSubstr("shape:1x2\n  cold"), Not(HasSubstr("dir:col/shape"))));
}

TEST(ComparisonTerminal, of_nothing_says_so) {
  compare::Matched matched;
  matched.not_compared = {{"a\x1b[2J\nb", "only in A"}};
  const std::string text = printed(compare::compare(matched, {}), {.exit_code = 3});
  EXPECT_THAT(
      text, AllOf(HasSubstr("not compared: a\\x1b[2J\\nb (only in A)\n"), HasSubstr("(0 of 1 compared) -> exit 3\n")));
}

}  // namespace
}  // namespace warpmark
