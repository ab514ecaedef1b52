// The program's ordinary benchmarks, which Google Benchmark times on the host.
#pragma once

#include <benchmark/benchmark.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/run/run.h"

namespace warpmark {

/// Gives Google Benchmark flags as a command line would, and returns the first that it does not know.
std::optional<std::string> give_flags(const std::vector<std::string>& flags);

/// Names of all that are registered.
std::vector<std::string> google_benchmark_names();

/// Runs those of these names, as the flags say.
void run_google_benchmarks(const std::vector<std::string>& names, benchmark::BenchmarkReporter& reporter);

/// As one of our rows: `timer` is "host", or "manual" where the benchmark brings its own time.
Row row_of(const benchmark::BenchmarkReporter::Run& run);

}  // namespace warpmark
