// The command line of a benchmark program.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/counter_plan.h"
#include "harness/measure/sampler.h"
#include "harness/measure/timer.h"
#include "harness/run/input_error.h"

namespace warpmark {

struct Options {
  TimerChoice timer = TimerChoice::automatic;
  SamplingPlan sampling;
  std::string counters_asked;     // --gpu_counters
  std::vector<Counter> counters;  // what that means
  bool count_only = false;        // the counters, and nothing else
  bool profile = false;           // for a profiler's eyes: one call a row, no times
  int device = 0;
  bool calibration = false;                            // measure the ceilings too
  std::vector<unsigned> sweep_mib;                     // sizes of sweeps; empty: the families' own
  std::optional<std::filesystem::path> rows_file;      // measure exactly these keys, in this order
  std::optional<std::filesystem::path> progress_file;  // a line as each row begins
  bool info = false;                                   // print what the card is and exit

  // Google Benchmark's flags that we serve ourselves; the rest is in `forwarded`.
  std::string filter;
  bool list = false;
  bool json_to_stdout = false;
  std::optional<std::filesystem::path> out;
  std::vector<std::pair<std::string, std::string>> context;  // --benchmark_context=key=value
  std::string min_time;                                      // for ordinary benchmarks
  std::vector<std::string> forwarded;
  std::vector<std::string> flags;  // the names of all that are not forwarded

  std::optional<int> exit_code;  // set when parsing is all there was to do (--help, --version)
};

/// That nobody knows this flag, and which of the known ones may have been meant.
InputError unknown_flag(const std::string& word, const std::vector<std::string>& known);

/// Throws InputError for an unknown flag or a bad value. Prints help and version itself.
Options parse_options(int argc, const char* const* argv);

}  // namespace warpmark
