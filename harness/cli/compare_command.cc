#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/terminal.h"
#include "harness/compare/comparison.h"
#include "harness/compare/exit_code.h"
#include "harness/compare/inputs.h"
#include "harness/report/comparison_json.h"
#include "harness/report/comparison_markdown.h"
#include "harness/report/comparison_terminal.h"
#include "harness/run/text_file.h"

namespace warpmark {
namespace {

struct CompareOptions {
  compare::Inputs inputs;
  compare::Options judging;
  compare::Order order = compare::Order::importance;
  std::vector<std::string> fail_on;
  std::string markdown;
  std::string json;
  std::string color = "auto";
  bool only_changed = false;
};

int compare_command(const CompareOptions& options) {
  compare::Comparison comparison = compare::compare(compare::read_matched(options.inputs), options.judging);
  compare::sort(comparison.pairs, options.order);
  ComparisonTerminalOptions terminal;
  terminal.width = terminal_width(terminal.width);
  terminal.colour = wants_colour(options.color);
  terminal.only_changed = options.only_changed;
  terminal.exit_code = compare::exit_code(comparison, options.fail_on);
  print_terminal(std::cout, comparison, terminal);
  std::cout.flush();
  if (!options.json.empty()) {
    using Json = nlohmann::ordered_json;  // a file's name may be any bytes
    const Json json = comparison_json(comparison, terminal.exit_code);
    replace_text(options.json, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  if (!options.markdown.empty()) {
    compare::sort(comparison.pairs, compare::Order::importance);  // it may have to end before its last row
    replace_text(options.markdown, comparison_markdown(comparison, options.only_changed));
  }
  return terminal.exit_code;
}

void add_inputs(CLI::App& command, compare::Inputs& inputs) {
  command
      .add_option("files", inputs.files, "Two runs; one run with --pair; or one TSV or CSV of before_us and after_us")
      ->required()
      ->expected(1, 2)
      ->type_name("FILE");
  command.add_option("--pair", inputs.pair, "What two rows of one run differ in: before,after")
      ->type_name("arm:broken,arm:fixed");
  command.add_option("--key-columns", inputs.key_columns, "More columns of a table that name what was measured")
      ->delimiter(',')
      ->type_name("COLUMN,...");
  command.add_flag("--across-cards", inputs.across_cards, "Compare runs of two cards or hosts all the same");
  command.add_flag("--allow-identical", inputs.allow_identical, "Compare a file with itself all the same");
}

void add_judging(CLI::App& command, CompareOptions& options) {
  using compare::Order;
  command
      .add_option("--control", options.judging.control,
                  "Pairs that cannot differ (* and ?): how far they are from 1 is noise, and marks what is further")
      ->allow_extra_args(false)
      ->type_name("PATTERN");
  command.add_option("--filter", options.judging.filter, "Show only these pairs (* and ?)")->type_name("PATTERN");
  command
      .add_option("--group-by", options.judging.group_by,
                  "name, name:2 (so many parts of it) and axes [name, and dir where there is one]")
      ->delimiter(',')
      ->type_name("LEVEL,...");
  command.add_option("--least-change", options.judging.least_change, "A change below this is none, however sure")
      ->check(CLI::Range(0.0, 1.0).description(""))
      ->capture_default_str();
  command
      .add_option("--same-within", options.judging.same_within,
                  "An interval that reaches further from 1, and contains it, cannot tell")
      ->check(CLI::Range(0.0, 1.0).description(""))
      ->capture_default_str();
  command.add_flag("--only-changed", options.only_changed,
                   "Show only rows that are slower, faster or outside of noise");
  command.add_option("--sort", options.order, "importance, key, ratio (the slowest first) or time (the longest first)")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Order>{{"importance", Order::importance},
                                                                       {"key", Order::key},
                                                                       {"ratio", Order::ratio},
                                                                       {"time", Order::time}})
                      .description(""))
      ->type_name("ORDER");
  command.add_option("--fail-on", options.fail_on, "Exit 1 if any is: slower, faster, cannot-tell or not-compared")
      ->delimiter(',')
      ->check(CLI::IsMember({compare::fail_on_slower, compare::fail_on_faster, compare::fail_on_cannot_tell,
                             compare::fail_on_not_compared})
                  .description(""))
      ->type_name("WHAT,...");
}

}  // namespace

void add_compare_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "Before and after: what a change did, row by row and by group");
  add_inputs(*command, options->inputs);
  add_judging(*command, *options);
  command->add_option("--markdown", options->markdown, "Write it for a pull request as well")->type_name("FILE");
  command->add_option("--json", options->json, "Write every pair and group as JSON as well")->type_name("FILE");
  add_color_option(*command, options->color);
  command->footer(
      "Examples:\n"
      "  warpmark compare before.json after.json --only-changed --markdown comment.md\n"
      "  warpmark compare before.json after.json --fail-on slower\n"
      "  warpmark compare run.json --pair arm:broken,arm:fixed --control 'quantize/specialized/plain/dir:row/*'\n"
      "  warpmark compare study.tsv --group-by name:1\n"
      "A ratio is before / after: above 1, after is faster. Its 95 % interval is over processes; one process has "
      "none.\n"
      "Exit codes: 0 compared, 1 what --fail-on names was found, 2 usage, unreadable input or runs that may not be\n"
      "compared, 3 nothing in common.");
  command->callback([options, &invocation] { invocation.exit_code = compare_command(*options); });
}

}  // namespace warpmark
