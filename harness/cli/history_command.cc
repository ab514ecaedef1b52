#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "harness/baseline/baseline.h"
#include "harness/cli/commands.h"
#include "harness/cli/history_text.h"
#include "harness/cli/option_checks.h"
#include "harness/cli/places.h"
#include "harness/history/exports.h"
#include "harness/history/series.h"
#include "harness/report/printable.h"
#include "harness/run/glob.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/run/near_miss.h"
#include "harness/run/text_file.h"

namespace warpmark {
namespace {

using history::Database;
using history::History;
using history::Night;

struct HistoryOptions {
  std::string db = default_history;
  std::vector<std::string> runs;
  std::string baselines = default_baselines;
  std::string pattern = "*";
  std::string format;
  std::string night;
  std::string output;
  std::optional<double> floor;
};

std::optional<Judgement> judged(const Run& run, const std::string& baselines) {
  const auto baseline = find_baseline(baselines, run.facts.gpu);
  if (!baseline) return std::nullopt;
  JudgeOptions options;
  options.today = today();
  return judge(run, *baseline, find_policy(baselines, run.facts.gpu), options);
}

int add(const HistoryOptions& options) {
  History history(options.db, Database::Access::write);
  for (const std::string& file : options.runs) {
    const Run run = read_run(file);
    history::comparable_gpu(run.facts, file);  // refuses a run of no GPU before it is judged
    const auto judgement = judged(run, options.baselines);
    const history::Added added = history.add(run, judgement, file);
    if (!added.is_new) {
      fmt::print("{}: {} is there already\n", printable(file), added.hash);
      continue;
    }
    fmt::print("{}: added {}, {}\n", printable(file), added.hash, counted(added.benchmarks, "benchmark"));
    if (!judgement)
      fmt::print("  note: {} holds no baseline of {}: added without verdicts\n", printable(options.baselines),
                 printable(gpu_model(run.facts.gpu)));
    for (const std::string& note : added.notes) fmt::print("  note: {}\n", note);
  }
  return 0;
}

int list(const HistoryOptions& options) {
  History history(options.db, Database::Access::read);
  print_nights(history);
  return 0;
}

/// The benchmarks that `pattern` names. Throws InputError where there are none.
std::map<std::string, std::int64_t> wanted(History& history, const std::string& db, const std::string& pattern) {
  auto benchmarks = history.benchmarks();
  if (const auto exact = benchmarks.find(pattern); exact != benchmarks.end()) return {*exact};
  std::vector<std::string> known;
  for (const auto& [key, id] : benchmarks) known.push_back(key);
  if (benchmarks.empty()) throw InputError(db, "the history is empty", "warpmark history add RUN.json");
  std::erase_if(benchmarks, [&](const auto& benchmark) { return !glob_match(pattern, benchmark.first); });
  if (benchmarks.empty()) {
    const auto near = near_miss(pattern, known);
    throw InputError(db,
                     fmt::format("holds no benchmark `{}`{}", pattern, near ? fmt::format(", but `{}`", *near) : ""),
                     "* and ? may stand for parts of a name");
  }
  return benchmarks;
}

history::TrendOptions trends(History& history, const HistoryOptions& options) {
  return {options.floor, history.benchmarks().size()};
}

int show(const HistoryOptions& options) {
  History history(options.db, Database::Access::read);
  const std::vector<Night> nights = history.nights();
  const history::TrendOptions all = trends(history, options);
  for (const auto& [key, id] : wanted(history, options.db, options.pattern))
    print_series(history, nights, key, id, all);
  return 0;
}

int changes(const HistoryOptions& options) {
  History history(options.db, Database::Access::read);
  print_changes(history, wanted(history, options.db, options.pattern), trends(history, options), options.db);
  return 0;
}

const Night& chosen(const std::vector<Night>& nights, const HistoryOptions& options) {
  if (nights.empty()) throw InputError(options.db, "the history is empty", "warpmark history add RUN.json");
  if (options.night.empty()) return nights.back();
  const Night* found = nullptr;
  for (const Night& night : nights) {
    if (!night.hash.starts_with(options.night)) continue;
    if (found != nullptr) throw InputError(options.night, "begins the names of several nights", "give more of it");
    found = &night;
  }
  if (found == nullptr) throw InputError(options.night, "no such night", "warpmark history list shows them");
  return *found;
}

int export_history(const HistoryOptions& options) {
  History history(options.db, Database::Access::read);
  const std::vector<Night> nights = history.nights();
  const auto is_wanted = [&](const std::string& key) { return glob_match(options.pattern, key); };
  const history::Exported exported = options.format == "csv"
                                         ? csv_export(history, nights, is_wanted)
                                         : gbench_export(history, chosen(nights, options), is_wanted);
  if (exported.benchmarks == 0)
    throw InputError(options.db, "no measurement to export", "see --filter and --night, and warpmark history list");
  if (options.output.empty()) {
    std::cout << exported.text << std::flush;
  } else {
    replace_text(options.output, exported.text);
  }
  std::cerr << fmt::format("{} exported, {} failed or skipped left out\n", counted(exported.benchmarks, "benchmark"),
                           exported.left_out);
  return 0;
}

constexpr const char* exit_codes = "Exit codes: 0 done, 2 usage, unreadable input or a file that cannot be written.";

using Action = int (*)(const HistoryOptions&);

CLI::App* add_action(CLI::App& history, Invocation& invocation, const std::shared_ptr<HistoryOptions>& options,
                     const char* name, const char* description, const char* examples, Action action) {
  CLI::App* command = history.add_subcommand(name, description);
  command->add_option("--db", options->db, "The history, one SQLite file")->type_name("FILE")->capture_default_str();
  command->footer(std::string(examples) + exit_codes);
  command->callback([options, &invocation, action] { invocation.exit_code = action(*options); });
  return command;
}

void add_floor(CLI::App& command, HistoryOptions& options) {
  command
      .add_option("--floor", options.floor,
                  "Least change, relative [the tolerance that the gate held it to, at least 0.01]")
      ->check(CLI::Range(0.0, 10.0).description(""));
}

}  // namespace

void add_history_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<HistoryOptions>();
  CLI::App* history = app.add_subcommand("history", "Runs over time: what changed, and when");
  history->require_subcommand(1);
  CLI::App* adding = add_action(*history, invocation, options, "add",
                                "Add runs, with their verdicts; a run that is there already changes nothing",
                                "Writes FILE. A night is a run; the baseline in DIR judges it as it is today.\n"
                                "Examples:\n"
                                "  warpmark history add run.json\n"
                                "  warpmark history add monday.json tuesday.json --db nights/history.sqlite\n",
                                add);
  adding->add_option("runs", options->runs, "Files that warpmark run or gate wrote")->required()->type_name("RUN.json");
  adding->add_option("--baselines", options->baselines, "Folder of the baselines that judge them")
      ->type_name("DIR")
      ->capture_default_str();
  add_action(*history, invocation, options, "list", "Every night",
             "Its name, when it was measured, card, commit, and what the gate made of it.\n"
             "Examples:\n"
             "  warpmark history list --db nights/history.sqlite\n",
             list);
  CLI::App* showing =
      add_action(*history, invocation, options, "show", "One benchmark, night by night, and its changes",
                 "Examples:\n"
                 "  warpmark history show 'stream/triad/type:f32/*/l2:cold'\n"
                 "  warpmark history show copy/aligned/elements:1048576/l2:warm --floor 0.02\n",
                 show);
  showing->add_option("key", options->pattern, "Its name; * and ? may stand for parts")->required()->type_name("KEY");
  add_floor(*showing, *options);
  CLI::App* changing = add_action(
      *history, invocation, options, "changes", "Every change of level: when, by how much, and what else changed",
      "A change is a level that three nights agree on. Single odd nights are none; what the gate did\n"
      "not pass in the newest one is listed all the same.\n"
      "Examples:\n"
      "  warpmark history changes --filter 'stream/*'\n",
      changes);
  changing->add_option("--filter", options->pattern, "Only these benchmarks (* and ?)")->type_name("PATTERN");
  add_floor(*changing, *options);
  CLI::App* exporting = add_action(*history, invocation, options, "export", "For other tools",
                                   "gbench suits github-action-benchmark and Bencher, csv notebooks and Apache Otava.\n"
                                   "Examples:\n"
                                   "  warpmark history export --format gbench -o results.json\n"
                                   "  warpmark history export --format csv --filter 'copy/*' -o copy.csv\n",
                                   export_history);
  exporting->add_option("--format", options->format, "gbench: one night as Google Benchmark JSON; csv: every night")
      ->required()
      ->check(CLI::IsMember({"gbench", "csv"}));
  exporting->add_option("--night", options->night, "For gbench: the beginning of its name in `list` [the newest]")
      ->type_name("NAME");
  exporting->add_option("--filter", options->pattern, "Only these benchmarks (* and ?)")->type_name("PATTERN");
  exporting->add_option("-o,--output", options->output, "Write to this file instead of stdout")
      ->check(writable_file())
      ->type_name("FILE");
  history->footer(std::string("Each of these has --help. The history is one file, FILE, which only `add` writes. None "
                              "needs a GPU.\n"
                              "Examples:\n"
                              "  warpmark history add run.json                     into history.sqlite\n"
                              "  warpmark history changes --filter 'stream/*'\n"
                              "  warpmark history show 'stream/triad/type:f32/*/l2:cold'\n"
                              "  warpmark history export --format gbench -o results.json\n"
                              "  warpmark history export --format csv --filter 'copy/*' -o copy.csv\n") +
                  exit_codes);
}

}  // namespace warpmark
