#include <benchmark/benchmark.h>
#include <warpmark/main.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

#include "harness/measure/card_info.h"
#include "harness/measure/context.h"
#include "harness/measure/count_rows.h"
#include "harness/measure/cuda_error.h"
#include "harness/measure/declarations.h"
#include "harness/measure/device.h"
#include "harness/measure/google_benchmarks.h"
#include "harness/measure/gpu_session.h"
#include "harness/measure/host_meter.h"
#include "harness/measure/options.h"
#include "harness/measure/profile.h"
#include "harness/measure/reporter.h"
#include "harness/measure/selection.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"

namespace warpmark {

namespace {

constexpr int exit_row_failed = 1;
constexpr int exit_usage = 2;
constexpr int exit_gpu_lost = 70;  // an internal failure (EX_SOFTWARE): whoever drives us goes on in a new process
constexpr int exit_cannot_run_here = 77;
constexpr int exit_interrupted = 130;

volatile std::sig_atomic_t stop_requested = 0;

/// The first request stops between batches; a second one ends the process at once, should a kernel never return.
void request_stop(int signal) {
  stop_requested = 1;
  std::signal(signal, SIG_DFL);
}

void check_interrupt() {
  if (stop_requested != 0) throw Interrupted();
}

using Rows = std::vector<const SuiteRow*>;

Rows select_rows(const Suite& suite, const Options& options) {
  if (options.rows_file) return rows_by_file(suite, *options.rows_file);
  Rows rows = rows_by_filter(suite, options.filter);
  return options.calibration ? with_calibration(suite, std::move(rows)) : rows;
}

std::size_t longest_key(const Rows& rows) {
  std::size_t longest = 0;
  for (const SuiteRow* row : rows) longest = std::max(longest, row->key.size());
  return longest;
}

void list_rows(const Rows& rows) {
  for (const SuiteRow* row : rows) std::cout << row->benchmark_name << '\n';
}

int print_info(const Options& options) {
  try {
    const Device device(options.device);
    std::cout << card_info(device, options).dump(2) << '\n';
    return 0;
  } catch (const NoGpu& none) {
    std::cout << nlohmann::json{{"error", none.what()}}.dump() << '\n';
    return exit_cannot_run_here;
  }
}

std::ofstream open_progress(const Options& options) {
  std::ofstream progress;
  if (!options.progress_file) return progress;
  progress.open(*options.progress_file, std::ios::app);
  if (!progress) {
    throw InputError(options.progress_file->string(), "cannot be written", "name a file for --gpu_progress");
  }
  return progress;
}

void log_progress(std::ofstream& progress, const std::string& key) {
  if (progress.is_open()) progress << key << '\n' << std::flush;
}

std::size_t count_of(const Rows& rows, TimedBy timed_by) {
  const auto is_timed = [=](const SuiteRow* row) { return row->timed_by == timed_by; };
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), is_timed));
}

Row measure_row(const SuiteRow& row, GpuSession* gpu, const Options& options) {
  if (row.timed_by == TimedBy::gpu) return gpu->meter.measure(row);
  return measure_on_host(row, options.sampling, host_clock_us, check_interrupt);
}

/// One Google Benchmark iteration is one complete sampling of the row. A minimum time below any kernel's makes it
/// enough.
void register_rows(const Rows& rows, GpuSession* gpu, const Options& options, RowReporter& reporter,
                   std::ofstream& progress) {
  give_flags({"--benchmark_min_time=" WARPMARK_SHORTEST_MIN_TIME});
  for (const SuiteRow* row : rows) {
    if (row->timed_by == TimedBy::google_benchmark) continue;
    const auto measure_it = [row, gpu, &options, &reporter, &progress](benchmark::State& state) {
      check_interrupt();
      log_progress(progress, row->key);
      Row result = measure_row(*row, gpu, options);
      for ([[maybe_unused]] auto _ : state) state.SetIterationTime(result.time_us * 1e-6);
      if (result.error) state.SkipWithError(result.error->c_str());
      if (result.skipped) state.SkipWithError(result.skipped->c_str());
      reporter.measured(std::move(result));
    };
    benchmark::RegisterBenchmark(row->key.c_str(), measure_it)->UseManualTime()->Unit(benchmark::kMicrosecond);
  }
}

/// One at a time, so that the progress names them and a Ctrl-C is heeded. Ours are not registered yet; what is stays
/// behind.
void run_ordinary(const Rows& rows, GpuSession* gpu, const Options& options, RowReporter& reporter,
                  std::ofstream& progress) {
  if (count_of(rows, TimedBy::google_benchmark) > 0) {
    if (!options.min_time.empty()) give_flags({"--benchmark_min_time=" + options.min_time});
    if (gpu != nullptr) gpu->timer.timer->pause();  // their own kernels are no business of ours
    for (const SuiteRow* row : rows) {
      if (row->timed_by != TimedBy::google_benchmark) continue;
      check_interrupt();
      log_progress(progress, row->key);
      run_google_benchmarks({row->benchmark_name}, reporter);
    }
    if (gpu != nullptr) {
      gpu->timer.timer->resume();
      gpu->device.wake();
    }
  }
  benchmark::ClearRegisteredBenchmarks();
}

int run_rows(const Rows& rows, GpuSession* gpu, const Options& options, RowReporter& reporter,
             std::ofstream& progress) {
  try {
    if (options.count_only) {
      count_rows(gpu, rows, reporter, [&progress](const SuiteRow& row) {
        check_interrupt();
        log_progress(progress, row.key);
      });
      return reporter.errors() > 0 ? exit_row_failed : 0;
    }
    run_ordinary(rows, gpu, options, reporter, progress);
    register_rows(rows, gpu, options, reporter, progress);
    if (count_of(rows, TimedBy::google_benchmark) < rows.size()) {
      benchmark::RunSpecifiedBenchmarks(&reporter, nullptr, "all");
    }
  } catch (const Interrupted&) {
    const std::string kept = options.out ? ": what was measured is in " + options.out->string() + ".part" : "";
    std::cerr << "interrupted" << kept << '\n';
    return exit_interrupted;
  } catch (const GpuLost& lost) {
    reporter.write(lost.row);
    std::cerr << lost.row.key << ": " << lost.what()
              << "\nThe GPU is lost to this process; the rows after it did not run.\n";
    return exit_gpu_lost;
  }
  return reporter.errors() > 0 ? exit_row_failed : 0;
}

/// The JSON goes to a file of its own; for stdout it is copied from there, once complete.
std::filesystem::path stdout_json_path() {
  std::string name = (std::filesystem::temp_directory_path() / "warpmark-XXXXXX").string();
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) throw InputError(name, "cannot be written", "free some space there, or set TMPDIR");
  close(descriptor);
  return name;
}

RunFacts facts_of(const GpuSession* gpu, const Options& options) {
  return gpu != nullptr ? run_facts(gpu->device, *gpu->timer.timer, options.filter) : run_facts_of_host(options.filter);
}

int measure(const Options& options, const Suite& suite, const Rows& rows, char* program) {
  std::unique_ptr<GpuSession> gpu;
  if (count_of(rows, TimedBy::gpu) > 0) gpu = std::make_unique<GpuSession>(options, suite, check_interrupt);
  std::ofstream progress = open_progress(options);
  Shortcomings lacks;
  if (gpu) lacks = {gpu->timer.reason, gpu->counters.reason};
  if (!lacks.counters.empty()) std::cerr << "note: --gpu_counters: " << lacks.counters << '\n';

  const RunFacts facts = facts_of(gpu.get(), options);
  std::optional<RowFile> file;
  const auto out = options.json_to_stdout && !options.out ? stdout_json_path() : options.out.value_or("");
  if (!out.empty()) file.emplace(out, context_json(facts, gpu ? &gpu->device : nullptr, options, lacks, program));
  std::optional<Console> console;
  const std::vector<std::string> no_names;
  if (!options.json_to_stdout) {
    const bool has_counters = gpu && gpu->counters.counters;
    console.emplace(std::cout, longest_key(rows), has_counters ? gpu->counters.counters->names() : no_names);
    console->heading(facts, lacks.timer);
  }
  RowReporter reporter(console ? &*console : nullptr, file ? &*file : nullptr);
  const int code = run_rows(rows, gpu.get(), options, reporter, progress);
  if (file && (code == 0 || code == exit_row_failed)) file->finish();
  if (options.json_to_stdout) std::cout << std::ifstream(code <= 1 ? out : file->part()).rdbuf();
  if (options.json_to_stdout && !options.out) {
    std::filesystem::remove(out);
    std::filesystem::remove(file->part());
  }
  benchmark::ClearRegisteredBenchmarks();
  return code;
}

int profile(const Options& options, const Suite& suite, const Rows& rows) {
  const Device device(options.device);
  RowStage stage(device, suite);
  try {
    return profile_rows(stage, rows, check_interrupt) > 0 ? exit_row_failed : 0;
  } catch (const Interrupted& stopped) {
    std::cerr << stopped.what() << '\n';
    return exit_interrupted;
  } catch (const CudaError&) {
    std::cerr << "The GPU is lost to this process; the rows after it did not run.\n";
    return exit_gpu_lost;
  }
}

int run(int argc, char** argv, const std::function<void(Suite&)>& declare) {
  const Options options = parse_options(argc, argv);
  if (options.exit_code) return *options.exit_code;
  if (const auto unknown = give_flags(options.forwarded)) throw unknown_flag(*unknown, options.flags);
  if (options.info) return print_info(options);
  Suite suite(options.sweep_mib);
  declare_all(suite, declare);
  for (const std::string& name : google_benchmark_names()) suite.add_google_benchmark(name);
  const Rows rows = select_rows(suite, options);
  if (!options.min_time.empty() && count_of(rows, TimedBy::google_benchmark) == 0) {
    std::cerr << "note: --benchmark_min_time is ignored: a row is sampled until --gpu_precision is reached\n";
  }
  if (options.list) {
    list_rows(rows);
    return 0;
  }
  if (options.out) require_replaceable(*options.out);
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
  return options.profile ? profile(options, suite, rows) : measure(options, suite, rows, argv[0]);
}

}  // namespace

int benchmark_main(int argc, char** argv, const std::function<void(Suite&)>& declare) {
  try {
    return run(argc, argv, declare);
  } catch (const InputError& error) {
    std::cerr << "error: " << error.what() << '\n';
    return exit_usage;
  } catch (const NoGpu& none) {
    std::cerr << "cannot measure here: " << none.what() << '\n';
    return exit_cannot_run_here;
  } catch (const std::exception& failure) {
    std::cerr << "error: " << failure.what() << '\n';
    return exit_usage;
  }
}

}  // namespace warpmark
