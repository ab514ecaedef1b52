#include "harness/cli/judging_options.h"

#include <iostream>

#include "harness/cli/option_checks.h"
#include "harness/cli/terminal.h"
#include "harness/report/junit.h"
#include "harness/report/terminal.h"
#include "harness/report/verdict_json.h"
#include "harness/report/verdict_junit.h"
#include "harness/report/verdict_markdown.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"

namespace warpmark {

void JudgingOptions::add_to(CLI::App& command) {
  command.add_option("--baselines", baselines, "Folder of the baselines")
      ->check(existing_folder())
      ->type_name("DIR")
      ->capture_default_str();
  command.add_option("--inconclusive", inconclusive, "Whether what cannot be decided exits 3 (fail) or 0 (warn)")
      ->check(CLI::IsMember({"fail", "warn"}))
      ->capture_default_str();
  command.add_flag("--require-baseline", require_baseline, "Fail on benchmarks that the baseline does not have");
  command.add_flag("--verbose", verbose, "Show the rows that pass as well");
  command.add_option("--json", json, "Write the verdicts as JSON as well, each with its causes")
      ->check(writable_file())
      ->type_name("FILE");
  command.add_option("--markdown", markdown, "Write them for a pull request as well")
      ->check(writable_file())
      ->type_name("FILE");
  command.add_option("--junit", junit, "Write them as JUnit XML as well, a test case each benchmark")
      ->check(writable_file())
      ->type_name("FILE");
  add_color_option(command, color);
}

JudgeOptions JudgingOptions::judge_options() const {
  if (!junit.empty() && !can_write_junit())
    throw InputError("--junit", "this build has no pugixml", "install libpugixml-dev, and configure and build again");
  JudgeOptions options;
  options.inconclusive_fails = inconclusive == "fail";
  options.require_baseline = require_baseline;
  options.today = today();
  return options;
}

int JudgingOptions::report(const Judgement& judgement, const JudgeOptions& options, const std::string& gate) const {
  TerminalOptions terminal;
  terminal.width = terminal_width(terminal.width);
  terminal.colour = wants_colour(color);
  terminal.verbose = verbose;
  terminal.gate = gate;
  terminal.exit_code = exit_code(judgement, options);
  print_terminal(std::cout, judgement, terminal);
  std::cout.flush();
  write_files(judgement, options, gate);
  return terminal.exit_code;
}

void JudgingOptions::report_skipped(const CannotRunHere& why) const {
  constexpr std::string_view remedy_follows = "\n  ";
  const std::string text = why.what();
  const auto end = text.find(remedy_follows);
  Judgement nothing;
  nothing.skipped = text.substr(0, end);
  if (end != std::string::npos) nothing.headlines = {text.substr(end + remedy_follows.size())};
  write_files(nothing, judge_options(), "");
}

void JudgingOptions::write_files(const Judgement& judgement, const JudgeOptions& options,
                                 const std::string& gate) const {
  if (!json.empty()) replace_text(json, judgement_json(judgement, options, gate).dump(2) + "\n");
  if (!markdown.empty()) replace_text(markdown, verdict_markdown(judgement, options, gate));
  if (!junit.empty()) replace_text(junit, verdict_junit(judgement, options, gate));
}

}  // namespace warpmark
