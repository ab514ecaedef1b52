// Measures a set of benchmarks in fresh processes of a benchmark program and merges what they report into one Run.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/run.h"
#include "harness/session/bench_program.h"
#include "harness/session/progress.h"

namespace warpmark {

struct RunPlan {
  BenchProgram bench;
  int processes = 5;
  int first_process = 0;              // the number of the first; more processes of an earlier run begin after it
  std::optional<std::uint64_t> seed;  // of the order; none: a random one. Recorded as context.warpmark.seed
  std::chrono::milliseconds row_timeout = std::chrono::seconds(60);
  std::filesystem::path output;   // empty: nothing is written
  bool resume = false;            // measure only what `output`, or its .part, lacks
  std::vector<std::string> keys;  // empty: those the program lists
  bool shuffle = true;
  std::function<void(pid_t group)> inspect = {};  // the program's process group, as rows begin
  Run* rescued = nullptr;                         // where measure() throws: what was measured until then
};

/// Every (process, key) of the plan has a row in the result. A row that crashes or hangs the program becomes an error
/// row and the rest goes on in a new process; after two such ends it is not tried again.
/// Throws InputError when the program cannot be used or `output` not written, CannotRunHere when it finds no GPU,
/// Interrupted when the user stops it; in each case what was measured is in `output`.part, and `progress` is told.
Run measure(const RunPlan& plan, Progress& progress);

/// The benchmark program that measured `run`, for commands shown to people; "BENCH" where the run does not say.
std::string program_of(const Run& run);

}  // namespace warpmark
