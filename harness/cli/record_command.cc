#include <algorithm>
#include <iterator>
#include <map>
#include <memory>

#include "fmt/format.h"
#include "harness/baseline/datasheet.h"
#include "harness/baseline/lint.h"
#include "harness/baseline/rebase.h"
#include "harness/baseline/record.h"
#include "harness/baseline/run_context.h"
#include "harness/cli/commands.h"
#include "harness/cli/places.h"
#include "harness/compare/sides.h"
#include "harness/run/change_text.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"

namespace warpmark {
namespace {

struct RecordOptions {
  std::vector<std::string> runs;
  std::string baselines = "baselines";  // here, and nowhere else: it is written
  bool dry_run = false;
  bool accept_numerics = false;
  bool replace = false;
  bool rebase = false;
  bool accept_shift = false;
  bool verbose = false;
};

using Kind = RecordChange::Kind;

const char* word(Kind kind) {
  switch (kind) {
    case Kind::added:
      return "added";
    case Kind::extended:
      return "extended";
    case Kind::replaced:
      return "replaced";
    case Kind::rehashed:
      return "rehashed";
    case Kind::refused:
      return "refused";
  }
  return "?";
}

/// Another make of the same name (fewer SMs, a MIG slice) gets a file of its own.
std::filesystem::path fresh_file(const std::filesystem::path& dir, const GpuFacts& gpu) {
  const std::string slug = gpu_slug(gpu.name);
  auto plain = dir / (slug + ".yaml");
  if (!std::filesystem::exists(plain)) return plain;
  return dir / fmt::format("{}-{}sm-{}gib-mig-{}.yaml", slug, gpu.sm_count, gpu.memory_gib, gpu_slug(gpu.mig));
}

Baseline baseline_to_extend(const std::filesystem::path& dir, const Run& run) {
  if (auto found = find_baseline(dir, run.facts.gpu)) return std::move(*found);
  Baseline fresh = baseline_for(run);
  const Datasheets sheets = read_datasheets(dir);
  if (const auto sheet = sheets.find(fresh.gpu.name); sheet != sheets.end())
    fresh.gpu.peak_gbps_datasheet = sheet->second.peak_gbps;
  fresh.file = fresh_file(dir, run.facts.gpu);
  return fresh;
}

/// Carries the baseline over an upgrade: two runs, of before and after it.
int rebase_command(const RecordOptions& options) {
  if (options.runs.size() != 2)
    throw InputError("--rebase", fmt::format("takes two runs, not {}", options.runs.size()),
                     "of one card: BEFORE.json of the old driver or toolkit, AFTER.json of the new one");
  const Run before = read_run(options.runs[0]);
  const Run after = read_run(options.runs[1]);
  auto baseline = find_baseline(options.baselines, before.facts.gpu);
  if (!baseline)
    throw InputError(options.baselines, "holds no baseline for " + gpu_model(before.facts.gpu), "record one first");
  const std::vector<Shift> shifts = rebase(*baseline, before, after);
  for (const Shift& shift : shifts) {
    fmt::print("{}  {}  {} -> {} us\n", change_text(shift.ratio()), shift.key, baseline_time(shift.before_us),
               baseline_time(shift.after_us));
  }
  if (options.accept_shift && !options.dry_run) {
    write_baseline(*baseline, baseline->file);
    fmt::print("{} rows rebased: wrote {}\n", shifts.size(), baseline->file.string());
  } else {
    fmt::print("{} rows would move so; nothing written: --accept-shift writes {}\n", shifts.size(),
               baseline->file.string());
  }
  return 0;
}

using Ids = std::vector<std::string>;

Ids ids_of(const std::vector<Session>& sessions) {
  Ids ids;
  for (const Session& session : sessions) ids.push_back(session.id);
  return ids;
}

/// How many of each kind there are. Of many alike that need nothing the first few are shown.
std::map<Kind, int> print_changes(const std::vector<RecordChange>& changes, bool all) {
  constexpr int shown = 10;
  std::map<Kind, int> counts;
  for (const RecordChange& change : changes) {
    const bool is_routine = change.kind == Kind::added || change.kind == Kind::extended;
    if (++counts[change.kind] <= shown || all || !is_routine)
      fmt::print("{:<9} {}  {}\n", word(change.kind), change.key, change.text);
  }
  for (const Kind kind : {Kind::added, Kind::extended})
    if (counts[kind] > shown && !all)
      fmt::print("... and {} more {} (--verbose shows all)\n", counts[kind] - shown, word(kind));
  return counts;
}

int record_command(const RecordOptions& options) {
  if (options.rebase) return rebase_command(options);
  std::map<std::filesystem::path, Baseline> baselines;
  std::map<std::filesystem::path, Meant> meant;
  std::vector<RecordChange> changes;
  for (const std::string& file : options.runs) {
    const Run run = read_run(file);
    if (run.facts.gpu.name.empty()) throw of_no_gpu(run.facts, file);
    if (compare::holds_sides(run))
      throw InputError(file, "holds two builds, which compare --ab measured",
                       "measure the one to record: warpmark run");
    Baseline baseline = baseline_to_extend(options.baselines, run);
    const std::filesystem::path key = baseline.file;
    const auto [known, is_first] = baselines.try_emplace(key, std::move(baseline));
    Baseline& target = known->second;
    if (is_first) meant[key] = {options.accept_numerics, options.replace ? ids_of(target.sessions) : Ids()};
    std::ranges::move(record(target, run, find_policy(options.baselines, run.facts.gpu), meant[key]),
                      std::back_inserter(changes));
  }
  // Written before a word is said: whoever reads along may stop listening.
  for (const auto& [file, baseline] : baselines) {
    if (options.dry_run) break;
    std::filesystem::create_directories(options.baselines);
    write_baseline(baseline, file);
  }
  std::map<Kind, int> counts = print_changes(changes, options.verbose);
  for (const auto& [file, baseline] : baselines) {
    fmt::print("{} {}\n", options.dry_run ? "would write" : "wrote", file.string());
    for (const std::string& line : lint(baseline)) fmt::print("note: {}\n", line);
  }
  fmt::print("{} added, {} extended, {} replaced, {} rehashed, {} refused\n", counts[Kind::added],
             counts[Kind::extended], counts[Kind::replaced], counts[Kind::rehashed], counts[Kind::refused]);
  return counts[Kind::refused] > 0 ? 1 : 0;
}

}  // namespace

void add_record_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<RecordOptions>();
  CLI::App* command = app.add_subcommand("record", "Make or extend the baseline of a GPU model from runs");
  command->add_option("runs", options->runs, "Runs, each of which becomes a session")
      ->required()
      ->type_name("RUN.json");
  command->add_option("--baselines", options->baselines, "Folder of the baselines")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_flag("--verbose", options->verbose, "Show every row that is added or extended");
  command->add_flag("--dry-run", options->dry_run, "Show what would change and write nothing");
  command->add_flag("--accept-numerics", options->accept_numerics, "Record changed results as the new right ones");
  command->add_flag("--replace", options->replace,
                    "Rows that moved are meant to, known to be of other machine code or not: forget their older times");
  command->add_flag(
      "--rebase", options->rebase,
      "Carry the baseline over an upgrade of driver or toolkit: runs of before and after it, on one card");
  command->add_flag("--accept-shift", options->accept_shift, "With --rebase: write what was shown");
  command->footer(
      "Writes DIR/<gpu>.yaml, a session (one card, one occasion) a run; rows that a run does not have stay as they "
      "are.\n"
      "A row whose machine code changed and whose time moved replaces what older sessions hold of it.\n"
      "The policy, DIR/<gpu>.policy.yaml, is yours and only read. Prints each row that changes, and what is odd about\n"
      "the baseline. Needs no GPU.\n"
      "Examples:\n"
      "  warpmark record run.json --dry-run\n"
      "  warpmark record card1.json card2.json --baselines baselines\n"
      "  warpmark record --rebase before.json after.json --accept-shift\n"
      "Exit codes: 0 recorded, 1 some rows were refused (the others are recorded), 2 usage or unreadable input, or "
      "nothing\n"
      "that can be recorded.");
  command->callback([options, &invocation] { invocation.exit_code = record_command(*options); });
}

}  // namespace warpmark
