#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/interleave_options.h"
#include "harness/cli/option_checks.h"
#include "harness/cli/terminal.h"
#include "harness/compare/comparison.h"
#include "harness/compare/exit_code.h"
#include "harness/compare/inputs.h"
#include "harness/compare/sides.h"
#include "harness/report/comparison_csv.h"
#include "harness/report/comparison_html.h"
#include "harness/report/comparison_json.h"
#include "harness/report/comparison_junit.h"
#include "harness/report/comparison_markdown.h"
#include "harness/report/comparison_terminal.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"
#include "harness/session/interrupt.h"

namespace warpmark {
namespace {

struct CompareOptions {
  compare::Inputs inputs;
  InterleaveOptions interleave;
  compare::Options judging;
  compare::Order order = compare::Order::importance;
  std::vector<std::string> fail_on;
  std::string markdown;
  std::string json;
  std::string junit;
  std::string csv;
  std::string html;
  std::string color = "auto";
  bool only_changed = false;
};

/// The files asked for; Markdown last, which changes the order of the pairs.
void write_files(compare::Comparison& comparison, const CompareOptions& options, int exit_code) {
  if (!options.json.empty()) {
    using Json = nlohmann::ordered_json;  // a file's name may be any bytes
    const Json json = comparison_json(comparison, exit_code);
    replace_text(options.json, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  if (!options.junit.empty()) replace_text(options.junit, comparison_junit(comparison, options.fail_on));
  if (!options.csv.empty()) replace_text(options.csv, comparison_csv(comparison));
  if (!options.html.empty()) replace_text(options.html, comparison_html(comparison));
  if (!options.markdown.empty()) {
    compare::sort(comparison.pairs, compare::Order::importance);  // it may have to end before its last row
    replace_text(options.markdown, comparison_markdown(comparison, options.only_changed));
  }
}

int report(compare::Matched matched, const CompareOptions& options) {
  compare::Comparison comparison = compare::compare(std::move(matched), options.judging);
  compare::sort(comparison.pairs, options.order);
  ComparisonTerminalOptions terminal;
  terminal.width = terminal_width(terminal.width);
  terminal.colour = wants_colour(options.color);
  terminal.only_changed = options.only_changed;
  terminal.exit_code = compare::exit_code(comparison, options.fail_on);
  print_terminal(std::cout, comparison, terminal);
  std::cout.flush();
  write_files(comparison, options, terminal.exit_code);
  return terminal.exit_code;
}

int compare_command(CompareOptions options, const std::vector<std::string>& bench_words) {
  if (!options.interleave.measures) {
    if (!bench_words.empty())
      throw InputError("--", "benchmark programs are measured only with --ab", "name recorded runs, or add --ab");
    if (options.inputs.files.empty())
      throw InputError("compare", "no file is named",
                       "name two runs, or measure two programs: --ab -- BENCH_A BENCH_B");
    return report(compare::read_matched(options.inputs), options);
  }
  if (!options.inputs.files.empty())
    throw InputError(options.inputs.files.front(), "is a file, and --ab measures", "name benchmark programs after --");
  TerminalProgress progress;
  const InterleavePlan plan = options.interleave.plan(bench_words, options.inputs.allow_identical);
  const Interleaved measured = measure_interleaved(plan, progress);
  options.fail_on.emplace_back(compare::fail_on_results);
  const int exit_code = report(compare::match_sides(measured.run, "the run"), options);
  if (measured.interrupted) throw Interrupted("interrupted; what was measured until then is compared above");
  return exit_code;
}

void add_inputs(CLI::App& command, compare::Inputs& inputs) {
  command
      .add_option(
          "files", inputs.files,
          "Two runs (of warpmark, Google Benchmark or NVBench); one run with --pair, or of --ab; or one TSV or CSV "
          "of before_us and after_us")
      ->expected(1, 2)
      ->type_name("FILE");
  command.add_option("--pair", inputs.pair, "What two rows of one run differ in, such as arm:broken,arm:fixed")
      ->type_name("BEFORE,AFTER");
  command.add_option("--key-columns", inputs.key_columns, "More columns of a table that name what was measured")
      ->delimiter(',')
      ->type_name("COLUMN,...");
  command.add_flag("--across-cards", inputs.across_cards, "Compare runs of two cards or hosts all the same");
  command.add_flag("--allow-identical", inputs.allow_identical,
                   "Compare a file, or measure a program, with itself all the same");
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
  command
      .add_option("--fail-on", options.fail_on,
                  "Exit 1 if any is: slower, faster, cannot-tell, results or not-compared")
      ->delimiter(',')
      ->check(CLI::IsMember({compare::fail_on_slower, compare::fail_on_faster, compare::fail_on_cannot_tell,
                             compare::fail_on_results, compare::fail_on_not_compared})
                  .description(""))
      ->type_name("WHAT,...");
}

}  // namespace

void add_compare_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "Before and after: what a change did, row by row and by group");
  add_inputs(*command, options->inputs);
  add_judging(*command, *options);
  const auto add_file = [command](const char* name, std::string& file, const char* what) {
    command->add_option(name, file, what)->check(writable_file())->type_name("FILE");
  };
  add_file("--markdown", options->markdown, "Write it for a pull request as well");
  add_file("--html", options->html, "Write one page, with plots and a table that sorts, as well");
  add_file("--json", options->json, "Write every pair and group as JSON as well");
  add_file("--csv", options->csv, "Write every pair as CSV as well");
  add_file("--junit", options->junit, "Write every pair as JUnit's XML as well: failed is what --fail-on names");
  add_color_option(*command, options->color);
  options->interleave.add_to(*command);
  command->footer(
      "Examples:\n"
      "  warpmark compare before.json after.json --only-changed --markdown comment.md\n"
      "  warpmark compare before.json after.json --fail-on slower --junit compare.xml\n"
      "  warpmark compare run.json --pair arm:broken,arm:fixed --control 'quantize/specialized/plain/dir:row/*'\n"
      "  warpmark compare study.tsv --group-by name:1\n"
      "  warpmark compare --ab -o ab.json -- old/warpmark_bench new/warpmark_bench -- --benchmark_filter=triad\n"
      "  warpmark compare --ab --after-env CUDA_MODULE_LOADING=EAGER -- build/bin/warpmark_bench\n"
      "A ratio is before / after: above 1, after is faster. Its 95 % interval is over processes; one process has "
      "none.\n"
      "--ab goes on until each row's interval is within --precision, or --processes or --budget is spent; Ctrl-C\n"
      "compares what there is. Each side's files, their SHA-256, revision, host and GPU go into RUN.json.\n"
      "Exit codes: 0 compared, 1 what --fail-on names was found, or --ab found results that differ, 2 usage,\n"
      "unreadable input or runs that may not be compared, 3 nothing in common, 77 --ab without a GPU, 130 "
      "interrupted.");
  command->callback(
      [options, &invocation] { invocation.exit_code = compare_command(*options, invocation.bench_words); });
}

}  // namespace warpmark
