// The options of every command that measures, and the plan they make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "CLI/CLI.hpp"
#include "harness/session/bench_program.h"
#include "harness/session/orchestrator.h"

namespace warpmark {

struct MeasuringOptions {
  int processes = 5;
  std::optional<std::uint64_t> seed;
  double row_timeout_s = 60;
  bool no_shuffle = false;
  bool no_lock = false;
  bool resume = false;
  std::string output;

  void add_to(CLI::App& command);
  RunPlan plan(const BenchProgram& bench) const;
};

}  // namespace warpmark
