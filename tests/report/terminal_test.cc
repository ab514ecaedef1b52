// Reports of fixed judgements.
#include "harness/report/terminal.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "harness/gate/summary.h"
#include "harness/report/rerun.h"
#include "tests/report/golden.h"

namespace warpmark {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

std::string printed(const Judgement& judgement, const TerminalOptions& options) {
  std::ostringstream out;
  print_terminal(out, judgement, options);
  return out.str();
}

Verdict passing(const std::string& key, double time_us) {
  Verdict verdict;
  verdict.key = key;
  verdict.baseline_us = time_us;
  verdict.run_us = time_us;
  verdict.ratio = 1;
  verdict.tolerance = 0.01;
  verdict.run_processes = 5;
  verdict.baseline_processes = 10;
  verdict.baseline_sessions = 2;
  return verdict;
}

/// One row of most kinds.
Judgement mixed() {
  Verdict slow = passing("stream/triad/type:f32/bytes:16/block:1024/MiB:2048/l2:cold", 1465.17);
  slow.status = Status::regression;
  slow.reason = Reason::slower;
  slow.run_us = 1510.03;
  slow.ratio = 1510.03 / 1465.17;
  slow.detail =
      "processes of the run 1509.1 us to 1511.2 us, of the baseline 1464.8 us to 1465.3 us, noise floor 0.10 %";

  Verdict throttled = passing("copy/scalar/elements:1048576/l2:warm", 3.4567);
  throttled.status = Status::inconclusive;
  throttled.reason = Reason::throttled;
  throttled.run_us = 3.9;
  throttled.ratio = 0;
  throttled.detail = "clocks were held back in 1 of 5 measurements";

  Verdict improved = passing("copy/aligned/elements:1048576/l2:warm", 1.92);
  improved.status = Status::improved;
  improved.reason = Reason::faster;
  improved.run_us = 0.9123;
  improved.ratio = 0.9123 / 1.92;
  improved.tolerance = 0.0312;
  improved.bound = Bound::noise_floor;
  improved.detail = "processes of the run 0.91000 us to 0.91500 us, of the baseline 1.9100 us to 1.9300 us";

  Verdict gone;
  gone.key = "copy/unaligned/elements:1048576/l2:warm";
  gone.status = Status::missing;
  gone.reason = Reason::not_measured;
  gone.baseline_us = 2.5;
  gone.baseline_processes = 10;
  gone.detail = "2.5000 us in the baseline, selected as every gated row is, and not in the run";

  Judgement judgement;
  judgement.verdicts = {passing("copy/scalar/elements:16777216/l2:cold", 32.1), slow, throttled, improved, gone};
  judgement.notes = {"provisional: 2 of the baseline's sessions compared, 3 make it firm"};
  judgement.baseline_rows = 5;
  summarise(judgement);
  return judgement;
}

Judgement many(Status status, int rows) {
  Judgement judgement;
  for (int index = 0; index < rows; ++index) {
    Verdict verdict = passing(fmt::format("k{}", index), 10);
    verdict.status = status;
    judgement.verdicts.push_back(verdict);
  }
  judgement.baseline_rows = rows;
  summarise(judgement);
  return judgement;
}

TEST(Terminal, wide) { expect_golden(printed(mixed(), {.width = 180, .exit_code = 1}), "wide.txt"); }

TEST(Terminal, narrow_gives_keys_and_numbers_a_line_each) {
  expect_golden(printed(mixed(), {.width = 100, .gate = gate_words("build/bin/warpmark_bench"), .exit_code = 1}),
                "narrow.txt");
}

TEST(Terminal, verbose_shows_passing_rows_too) {
  expect_golden(printed(mixed(), {.width = 180, .verbose = true, .exit_code = 1}), "verbose.txt");
}

TEST(Terminal, a_change_by_factors_is_a_factor_and_keeps_the_columns) {
  Judgement judgement = many(Status::regression, 2);
  judgement.verdicts[0].ratio = 40.5212;
  judgement.verdicts[1].ratio = 1.02;
  const std::string text = printed(judgement, {.width = 200});
  EXPECT_THAT(text, HasSubstr("  40.5x slower  1.00 % policy"));
  EXPECT_THAT(text, HasSubstr("       +2.00 %  1.00 % policy"));
}

TEST(Terminal, all_passing_is_one_line) {
  EXPECT_EQ(printed(many(Status::pass, 82), {}),
            "PASS  0 missing, 0 regression, 82 pass (82 of 82 compared) -> exit 0\n");
}

TEST(Terminal, nothing_compared_says_so_first_and_last) {
  Judgement judgement;
  judgement.baseline_rows = 7;
  summarise(judgement);
  expect_golden(printed(judgement, {.exit_code = 3}), "nothing_compared.txt");
}

TEST(Terminal, a_flood_is_truncated_with_its_count_and_counted_whole_on_the_last_line) {
  const std::string text = printed(many(Status::regression, 256), {.exit_code = 1});
  EXPECT_THAT(text, HasSubstr("... and 246 more regression (--verbose shows all)\n"));
  EXPECT_THAT(text, EndsWith("FAIL  0 missing, 256 regression, 0 pass (256 of 256 compared) -> exit 1\n"));
  EXPECT_THAT(printed(many(Status::regression, 256), {.verbose = true}), Not(HasSubstr("more regression")));
}

TEST(Terminal, new_rows_are_one_line_that_says_how_they_are_known) {
  EXPECT_EQ(printed(many(Status::new_row, 2), {}),
            "new, not in the baseline until `warpmark record` adds them: k0, k1\n"
            "PASS  0 missing, 0 regression, 2 new, 0 pass (2 of 2 compared) -> exit 0\n");
  EXPECT_THAT(printed(many(Status::new_row, 5), {}), HasSubstr(": k0, k1, k2 and 2 more (--verbose shows all)\n"));
  EXPECT_THAT(printed(many(Status::new_row, 5), {.verbose = true}), Not(HasSubstr("until `warpmark record`")));
}

TEST(Terminal, a_tolerance_that_means_nothing_has_no_number) {
  Judgement judgement = many(Status::regression, 1);
  judgement.verdicts[0].tolerance = 195315.94;
  EXPECT_THAT(printed(judgement, {}), HasSubstr("over 50 % policy"));
}

TEST(Terminal, no_key_is_ever_cut) {
  for (const int width : {-1, 0, 20, 80, 100, 1000}) {
    const std::string text = printed(mixed(), {.width = width});
    for (const Verdict& verdict : mixed().verdicts) {
      if (verdict.status == Status::pass) continue;
      EXPECT_THAT(text, HasSubstr(verdict.key)) << width;
    }
  }
}

TEST(Terminal, colours_only_the_verdicts_and_only_when_asked) {
  EXPECT_THAT(printed(mixed(), {}), Not(HasSubstr("\033")));
  const std::string coloured = printed(mixed(), {.colour = true});
  EXPECT_THAT(coloured, HasSubstr("\033[31mregression (slower)\033[0m"));
  EXPECT_THAT(coloured, HasSubstr("\033[33minconclusive (throttled)\033[0m"));
}

TEST(Terminal, an_error_text_cannot_break_out_of_its_line) {
  Judgement judgement = many(Status::error, 1);
  judgement.verdicts[0].detail = "first\nsecond\033[31m";
  EXPECT_THAT(printed(judgement, {}), HasSubstr("    first second [31m\n"));
}

}  // namespace
}  // namespace warpmark
