#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "fmt/format.h"
#include "harness/calibrate/percent_of_ceiling.h"
#include "harness/cli/commands.h"
#include "harness/cli/measuring_options.h"
#include "harness/cli/option_checks.h"
#include "harness/run/json_file.h"
#include "harness/session/cannot_run_here.h"
#include "harness/session/counting.h"
#include "harness/session/gpu_lock.h"
#include "harness/session/machine_code.h"

namespace warpmark {
namespace {

struct RunOptions : MeasuringOptions {
  bool counters = false;
};

/// Nothing where there is no GPU, and the program needs none: all of its rows are the host's.
std::optional<GpuInfo> gpu_for(const BenchProgram& bench) {
  try {
    return ask_gpu(bench);
  } catch (const CannotRunHere&) {
    const std::vector<std::string> keys = list_keys(bench);
    if (std::any_of(keys.begin(), keys.end(), is_timed_by_gpu)) throw;
    return std::nullopt;
  }
}

/// Each benchmark that failed, once, with what it first failed of.
void print_failures(const Run& run) {
  constexpr std::size_t shown = 10;
  std::set<std::string_view> failed;
  for (const Row& row : run.rows)
    if (row.error && failed.insert(row.key).second && failed.size() <= shown)
      fmt::print("failed: {}: {}\n", row.key, *row.error);
  if (failed.size() > shown) fmt::print("... and {} more\n", failed.size() - shown);
}

int run_command(const RunOptions& options, const std::vector<std::string>& bench_words) {
  const BenchProgram bench = bench_program(bench_words);
  const std::optional<GpuInfo> gpu = gpu_for(bench);
  TerminalProgress progress;
  std::optional<GpuLock> lock;
  if (gpu && !options.no_lock)
    lock.emplace(gpu->facts.gpu.uuid, [&](const std::string& text) { progress.message(text); });
  Run run = measure(options.plan(bench), progress);
  try_to_add_machine_code(run, bench.path, progress);
  if (gpu && options.counters) add_counters(run, keys_of(run), options.plan(bench), progress);
  count_percent_of_ceiling(run);
  write_run(run, options.output);

  const auto errors =
      std::count_if(run.rows.begin(), run.rows.end(), [](const Row& row) { return row.error.has_value(); });
  print_failures(run);
  const std::size_t benchmarks = keys_of(run).size();
  fmt::print("{}: {} benchmark{}, {} rows, {} errors\n", options.output, benchmarks, benchmarks == 1 ? "" : "s",
             run.rows.size(), errors);
  return errors > 0 ? 1 : 0;
}

}  // namespace

void add_run_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Measure in fresh processes and merge into one Google Benchmark JSON");
  command->add_option("-o,--output", options->output, "The file to write")
      ->required()
      ->check(writable_file())
      ->type_name("RUN.json");
  command->add_flag("--counters", options->counters,
                    "Then one more process for hardware counters: accesses, sectors, bytes moved");
  options->add_to(*command);
  command->footer(
      "One process is one observation: in the next, buffers lie elsewhere. So every benchmark is measured once in each "
      "of\n"
      "several fresh processes, in an order shuffled anew in each. What hangs or crashes becomes an error row, and "
      "the\n"
      "others go on.\n"
      "Writes RUN.json, and until it is complete RUN.json.part, which is valid at any moment. Progress goes to "
      "stderr.\n"
      "BENCH is a program built with warpmark; its --benchmark_filter and --gpu_* flags follow it.\n"
      "Examples:\n"
      "  warpmark run -o run.json -- build/bin/warpmark_bench\n"
      "  warpmark run -o triad.json --processes 10 -- build/bin/warpmark_bench --benchmark_filter=triad\n"
      "  warpmark run -o run.json --counters -- build/bin/warpmark_bench    for a baseline that is to explain a red\n"
      "  warpmark run -o run.json --resume -- build/bin/warpmark_bench      after Ctrl-C\n"
      "Exit codes: 0 measured, 1 a benchmark failed, 2 usage or a program that cannot be used, 77 no GPU, and rows "
      "that need one,\n"
      "130 interrupted (what was measured is in RUN.json.part).");
  command->callback([options, &invocation] { invocation.exit_code = run_command(*options, invocation.bench_words); });
}

}  // namespace warpmark
