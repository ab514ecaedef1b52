// The options of `compare --ab`, which measures before it compares, and the plan they make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "harness/session/interleave.h"

namespace warpmark {

struct InterleaveOptions {
  bool measures = false;
  std::string output;
  std::vector<std::string> before_args;
  std::vector<std::string> after_args;
  std::vector<std::string> before_environment;
  std::vector<std::string> after_environment;
  int processes = InterleavePlan{}.most_processes;
  double precision = InterleavePlan{}.precision;
  long budget_s = InterleavePlan{}.budget.count();
  std::optional<std::uint64_t> seed;
  double row_timeout_s = 60;
  bool no_lock = false;

  void add_to(CLI::App& command);

  /// `words` are BENCH_A [BENCH_B] [-- args]. Throws InputError where they are not.
  InterleavePlan plan(const std::vector<std::string>& words, bool allow_identical) const;
};

}  // namespace warpmark
