// The report for people at a terminal, and for the log of a CI job.
#pragma once

#include <iosfwd>
#include <string>

#include "harness/gate/verdict.h"

namespace warpmark {

struct TerminalOptions {
  int width = 100;           // of the terminal, in columns
  bool colour = false;       // ANSI colours on the verdicts; no escape is written without it
  bool verbose = false;      // every row, also those that pass
  int rows_per_status = 10;  // shown of each status unless verbose; the rest is counted
  std::string gate = "warpmark gate -- warpmark_bench";  // of the commands that run a row again, see rerun.h
  int exit_code = 0;  // what the command is about to exit with (exit_code of verdict.h)
};

/// Headlines; a table of the rows that do not pass, worst first, each with its reason, its numbers and the command that
/// runs it alone; notes; and, as the last line, the counts and the exit code. A key is never cut: where the table is
/// wider than the terminal, keys and numbers take a line each.
void print_terminal(std::ostream& out, const Judgement& judgement, const TerminalOptions& options);

}  // namespace warpmark
