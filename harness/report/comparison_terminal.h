// Before and after for people at a terminal.
#pragma once

#include <iosfwd>

#include "harness/compare/comparison.h"

namespace warpmark {

struct ComparisonTerminalOptions {
  int width = 100;            // of the terminal, in columns
  bool colour = false;        // no escape is written without it
  bool only_changed = false;  // rows that are slower, faster or outside of the noise
  int exit_code = 0;          // what the command is about to exit with
};

/// The workloads, in the order of the pairs; their groups; what was not compared; notes; and, last, the counts and the
/// exit code.
void print_terminal(std::ostream& out, const compare::Comparison& comparison, const ComparisonTerminalOptions& options);

}  // namespace warpmark
