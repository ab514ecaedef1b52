// One start of the benchmark program on a list of rows, followed to its end, whatever that is.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/run.h"
#include "harness/session/bench_program.h"
#include "harness/session/child_process.h"

namespace warpmark {

struct Attempt {
  ExitStatus status;
  bool hung = false;         // no row began or ended for the row timeout, so it was killed
  bool interrupted = false;  // the user asked to stop
  std::string last_begun;    // the row that began last; empty if none did
  std::optional<Run> part;   // what it wrote, if that can be read
  std::string why_no_part;
  std::string output;  // the end of what it printed, stderr if there was any
};

/// Called as each row begins, and now and then with no change, to keep a clock running; `group` is the program's
/// process group.
using OnRow = std::function<void(const std::string& key, int begun, pid_t group)>;

Attempt attempt(const BenchProgram& bench, const std::vector<std::string>& keys, std::chrono::milliseconds row_timeout,
                const OnRow& on_row);

}  // namespace warpmark
