// warpmark::register_benchmarks: our rows in a program whose main and reporters are Google Benchmark's or the user's.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <warpmark/main.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/declarations.h"
#include "harness/measure/gpu_session.h"
#include "harness/measure/host_meter.h"
#include "harness/measure/options.h"
#include "harness/run/input_error.h"

namespace warpmark {

namespace {

constexpr int exit_bad_usage = 2;

void never_interrupted() {}

/// What the rows share. The GPU is opened by the first that needs it.
class GoogleProgram {
 public:
  GoogleProgram(Options options, const std::function<void(Suite&)>& declare)
      : options_(std::move(options)), suite_(options_.sweep_mib) {
    declare_all(suite_, declare);
  }

  const Suite& suite() const { return suite_; }

  Row measure(const SuiteRow& row) {
    if (row.timed_by == TimedBy::host) {
      return measure_on_host(row, options_.sampling, host_clock_us, never_interrupted);
    }
    Row result;
    try {
      if (!unusable_.empty()) throw NoGpu(unusable_);
      if (gpu_ == nullptr) gpu_ = std::make_unique<GpuSession>(options_, suite_, never_interrupted);
      return gpu_->meter.measure(row);
    } catch (const GpuLost& lost) {
      unusable_ = "the GPU was lost to this process by " + row.key;
      result.error = lost.what();
    } catch (const std::exception& failure) {
      unusable_ = failure.what();
      result.skipped = "cannot measure here: " + unusable_;
    }
    return result;
  }

 private:
  Options options_;
  Suite suite_;
  std::string unusable_;
  std::unique_ptr<GpuSession> gpu_;
};

bool is_ours(std::string_view word) { return word.starts_with("--gpu_"); }

/// Takes our flags out of the command line.
Options take_options(int& argc, char** argv) {
  std::vector<const char*> ours = {argv[0]};
  int kept = 0;
  for (int i = 0; i < argc; ++i) {
    if (i > 0 && is_ours(argv[i])) {
      ours.push_back(argv[i]);
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  argv[kept] = nullptr;
  Options options = parse_options(static_cast<int>(ours.size()), ours.data());
  if (options.exit_code) std::exit(*options.exit_code);
  if (options.rows_file || options.progress_file || options.info || options.profile || options.calibration) {
    throw InputError("--gpu_rows, --gpu_progress, --gpu_info, --gpu_profile and --gpu_calibration",
                     "need a program with warpmark's main", "call warpmark::benchmark_main");
  }
  return options;
}

/// Sweeps run when a filter names them, here as elsewhere.
bool wants_sweeps(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word.starts_with("--benchmark_filter=") && word.find("_sweep") != std::string_view::npos) return true;
  }
  return false;
}

void show(const Row& row, benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) state.SetIterationTime(row.time_us * 1e-6);
  if (row.error) state.SkipWithError(row.error->c_str());
  if (row.skipped) state.SkipWithError(row.skipped->c_str());
  if (row.error || row.skipped) return;
  for (const auto& [name, value] : row.counters) state.counters[name] = value;
  state.SetLabel(row.timer.empty() ? row.label : row.label + (row.label.empty() ? "" : ", ") + row.timer + " timer");
}

void register_rows(GoogleProgram& program, bool sweeps) {
  for (const SuiteRow& row : program.suite().rows()) {
    if (row.is_sweep() != sweeps) continue;
    benchmark::RegisterBenchmark(row.key.c_str(),
                                 [&program, &row](benchmark::State& state) { show(program.measure(row), state); })
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace

void register_benchmarks(int& argc, char** argv, const std::function<void(Suite&)>& declare) {
  try {
    // Never destroyed: Google Benchmark keeps the rows until after CUDA has gone.
    auto* const program = std::make_unique<GoogleProgram>(take_options(argc, argv), declare).release();
    register_rows(*program, wants_sweeps(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    std::exit(exit_bad_usage);
  }
}

}  // namespace warpmark
