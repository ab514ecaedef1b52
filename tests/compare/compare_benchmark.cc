// How long a comparison of 100,000 rows against as many takes, and how much memory: under 1 s and 500 MB on 2 cores.
//   ninja compare_benchmark && bin/compare_benchmark
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <fstream>
#include <sstream>
#include <string>

#include "harness/compare/comparison.h"
#include "harness/compare/inputs.h"
#include "harness/report/comparison_csv.h"
#include "harness/report/comparison_html.h"
#include "harness/report/comparison_terminal.h"
#include "harness/run/json_file.h"
#include "harness/run/text_file.h"
#include "harness/session/temp_dir.h"

namespace warpmark {
namespace {

constexpr int rows = 100'000;

/// A file as Google Benchmark writes it, about 0.5 kB a row; times differ between files by one percent.
void write_file(const std::string& name, double factor) {
  std::ofstream out(name);
  out << R"({"context": {"date": "2026-12-01T00:00:00", "host_name": "h"}, "benchmarks": [)";
  for (int i = 0; i < rows; ++i) {
    const std::string key = fmt::format("family{}/kernel{}/shape:{}x1024/type:bf16/l2:{}/manual_time", i % 50, i % 400,
                                        i / 400 * 64, i % 2 == 0 ? "cold" : "warm");
    const double time_us = factor * (100 + i % 977 + 0.001 * (i % 31));
    out << (i == 0 ? "" : ",\n")
        << fmt::format(R"({{"name": "{0}", "family_index": {2}, "per_family_instance_index": {3}, )"
                       R"("run_name": "{0}", "run_type": "iteration", "repetitions": 1, )"
                       R"("repetition_index": 0, "threads": 1, "iterations": 1, "real_time": {1}, "cpu_time": {1}, )"
                       R"("time_unit": "us", "bytes_per_second": 4.4e12, "gpu_samples": 500.0, "gpu_sm_mhz": 1980.0, )"
                       R"("gpu_peak_percent": 92.1, "process": 0}})",
                       key, time_us, i % 50, i / 50);
  }
  out << "]}\n";
}

struct Files {
  Files() {
    write_file(before, 1);
    write_file(after, 1.01);
  }

  TempDir folder;
  std::string before = (folder.path() / "before.json").string();
  std::string after = (folder.path() / "after.json").string();
};

const Files& files() {
  static const Files both;
  return both;
}

compare::Matched matched() {
  compare::Inputs inputs;
  inputs.files = {files().before, files().after};
  return compare::read_matched(inputs);
}

void whole(benchmark::State& state) {
  files();
  for ([[maybe_unused]] auto _ : state) {
    compare::Comparison comparison = compare::compare(matched(), {});
    compare::sort(comparison.pairs, compare::Order::importance);
    benchmark::DoNotOptimize(comparison);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

void read_one(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(read_run(files().before));
}

void read_and_match(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(matched());
}

void report(benchmark::State& state) {
  compare::Comparison comparison = compare::compare(matched(), {});
  for ([[maybe_unused]] auto _ : state) {
    std::ostringstream out;
    print_terminal(out, comparison, {});
    benchmark::DoNotOptimize(comparison_csv(comparison).size() + comparison_html(comparison).size() + out.str().size());
  }
}

// First, because the peak of memory is that of the process.
BENCHMARK(whole)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime()->MinTime(3);
BENCHMARK(read_one)->Unit(benchmark::kMillisecond);
BENCHMARK(read_and_match)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(report)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warpmark

BENCHMARK_MAIN();
