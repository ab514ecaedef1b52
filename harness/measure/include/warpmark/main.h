// The main of a benchmark program. With CMake's warpmark::bench_main there is none to write: see benchmarks.h. A
// program with a main of its own:
//
//   int main(int argc, char** argv) {
//     return warpmark::benchmark_main(argc, argv, [](warpmark::Suite& suite) { register_my_kernels(suite); });
//   }
#pragma once

#include <warpmark/suite.h>

#include <functional>

namespace warpmark {

/// Parses the flags (see --help), measures the rows of every Benchmarks object and of `declare`, and the program's
/// ordinary Google Benchmarks; returns the exit code: 0 measured, 1 a row failed, 2 usage, 70 GPU lost, 77 no usable
/// GPU, 130 interrupted.
///
/// Ordinary benchmarks are listed, filtered, shown and written with the others, and told apart as timed by the host.
/// They run first, for as long as --benchmark_min_time says.
int benchmark_main(int argc, char** argv, const std::function<void(Suite&)>& declare = {});

/// For a Google Benchmark program that keeps its main and its reporters: takes the --gpu_* flags out of `argv` and
/// registers the same rows, each an iteration long, with their `gpu_*` counters. Call it before
/// benchmark::Initialize. A bad flag or declaration ends the program with exit code 2, as Google Benchmark's own do;
/// without a usable GPU the rows say so. `warpmark run` wants a program with benchmark_main.
///
///   warpmark::register_benchmarks(argc, argv);
///   benchmark::Initialize(&argc, argv);
///   benchmark::RunSpecifiedBenchmarks();
void register_benchmarks(int& argc, char** argv, const std::function<void(Suite&)>& declare = {});

}  // namespace warpmark
