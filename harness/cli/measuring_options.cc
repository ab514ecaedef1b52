#include "harness/cli/measuring_options.h"

#include <chrono>

namespace warpmark {

void MeasuringOptions::add_to(CLI::App& command) {
  command.add_option("--processes", processes, "How many fresh processes, each measuring every benchmark once")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--seed", seed, "Seed of the order of benchmarks; random unless given, recorded always");
  command.add_option("--row-timeout", row_timeout_s, "Seconds after which a benchmark without a result has hung")
      ->check(CLI::Range(0.01, 86400.0))
      ->capture_default_str();
  command.add_flag("--resume", resume, "Go on with the interrupted run in RUN.json.part: measure only what it lacks");
  command.add_flag("--no-shuffle", no_shuffle, "Measure in the program's order");
  command.add_flag("--no-lock", no_lock, "Do not wait for another warpmark run on the same card");
}

RunPlan MeasuringOptions::plan(const BenchProgram& bench) const {
  RunPlan plan;
  plan.bench = bench;
  plan.processes = processes;
  plan.seed = seed;
  plan.row_timeout = std::chrono::milliseconds(static_cast<long>(row_timeout_s * 1000));
  plan.output = output;
  plan.resume = resume;
  plan.shuffle = !no_shuffle;
  return plan;
}

}  // namespace warpmark
