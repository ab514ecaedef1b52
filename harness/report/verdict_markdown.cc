#include "harness/report/verdict_markdown.h"

#include <fmt/format.h>

#include <vector>

#include "harness/gate/quantities.h"
#include "harness/report/markdown_text.h"
#include "harness/report/rerun.h"
#include "harness/report/verdict_words.h"

namespace warpmark {
namespace {

using Lines = std::vector<std::string>;

std::string row_line(const Verdict& verdict) {
  const bool judged = verdict.ratio > 0;
  return table_line({verdict_text(verdict), markdown_code(verdict.key), time_text(verdict.baseline_us),
                     time_text(verdict.run_us), change_text(verdict.ratio),
                     judged ? fmt::format("{} {}", tolerance_text(verdict.tolerance), to_string(verdict.bound)) : "-",
                     fmt::format("{} / {}", verdict.run_processes, verdict.baseline_processes)});
}

std::string reason_lines(const Verdict& verdict, const std::string& gate) {
  std::string text = fmt::format("- {}: {}\n", markdown_code(verdict.key), markdown_text(verdict.detail));
  for (const std::string& cause : verdict.causes) text += fmt::format("  - cause: {}\n", markdown_text(cause));
  return text + fmt::format("  - again: {}\n", markdown_code(rerun_command(gate, verdict.key)));
}

/// A table of the verdicts that `is_wanted`, and their reasons folded away.
template <class Wanted>
void add_table(MarkdownPage& page, const Judgement& judgement, const std::string& title, const std::string& gate,
               Wanted is_wanted) {
  const std::string header =
      "\n| verdict | benchmark | baseline | run | change | tolerance | processes |\n"
      "| :-- | :-- | --: | --: | --: | --: | --: |\n";
  Lines rows;
  Lines reasons;
  for (const Verdict& verdict : judgement.verdicts) {
    if (is_plain_pass(verdict) || !is_wanted(verdict)) continue;
    rows.push_back(row_line(verdict));
    reasons.push_back(reason_lines(verdict, gate));
  }
  if (rows.empty()) return;
  page.add_section(fmt::format("\n### {}\n{}", title, header), rows, "");
  page.add_section("\n<details><summary>why, and how to measure again</summary>\n\n", reasons, "\n</details>\n");
}

}  // namespace

std::string verdict_markdown(const Judgement& judgement, const JudgeOptions& options, const std::string& gate,
                             std::size_t limit_bytes) {
  MarkdownPage page(limit_bytes);
  page.add(fmt::format("**{}**: {}\n", outcome_text(exit_code(judgement, options)),
                       judgement.skipped.empty() ? counts_text(judgement) : markdown_text(judgement.skipped)));
  if (!judgement.subject.empty()) page.add("\n" + markdown_text(judgement.subject) + "\n");
  for (const std::string& headline : judgement.headlines) page.add("\n" + markdown_text(headline) + "\n");
  add_table(page, judgement, "Fails", gate, [&](const Verdict& verdict) { return fails(verdict, options); });
  add_table(page, judgement, "Undecided", gate, undecided);
  add_table(page, judgement, "To be known", gate,
            [&](const Verdict& verdict) { return !fails(verdict, options) && !undecided(verdict); });
  Lines notes;
  for (const std::string& note : judgement.notes) notes.push_back("- " + markdown_text(note) + "\n");
  page.add_section("\n", notes, "");
  return page.take();
}

}  // namespace warpmark
