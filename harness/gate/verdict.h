// Verdicts: what a comparison of a run with a baseline says of each benchmark. Pure functions of numbers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/run/run.h"

namespace warpmark {

/// In order of severity, worst first: reports sort by it.
enum class Status {
  error,              // the benchmark failed
  missing,            // in the baseline and selected by the run's filter, but not in the run
  numerics_changed,   // another output hash, under the same compiler and architecture
  regression,
  expired,            // an expected regression past its date
  counter_changed,    // an exact counter, or one outside its own tolerance
  inconclusive,       // see `reason`
  unexpectedly_fixed,
  expected,           // a known regression within its bound
  improved,           // baseline is stale: record it
  new_row,            // not in the baseline
  skipped,
  pass,
};

std::string_view to_string(Status status);

/// Why a row is not `pass`: stable words for machines; `Verdict::detail` is for people.
enum class Reason {
  none,
  slower,
  one_process,
  too_few_processes,
  no_raw_values,
  context,        // not comparable: GPU, timer, driver, clocks, power limit, ECC
  throttled,
  not_confirmed,  // a suspect of the screen that fresh processes did not show again
  other,
};

std::string_view to_string(Reason reason);

/// What bounds the effective tolerance of a row.
enum class Bound { policy, override_, noise_floor };

struct Verdict {
  std::string key;
  Status status = Status::pass;
  Reason reason = Reason::none;
  std::string detail;               // one line with the numbers behind it
  double baseline_us = 0;           // 0 where there is none
  double run_us = 0;
  double ratio = 0;                 // run / baseline, of full-precision values; 0 where there is none
  double tolerance = 0;             // effective, relative
  Bound bound = Bound::policy;
  int run_processes = 0;
  int baseline_processes = 0;
  int baseline_sessions = 0;
};

struct Judgement {
  std::vector<Verdict> verdicts;          // by severity, then by distance from 1
  std::vector<std::string> notes;         // "provisional: 2 sessions", sessions left out and why, reader's notes
  std::vector<std::string> headlines;     // "37 rows slower together: a suite-wide change"
  int compared = 0;                       // rows judged against a baseline row
  int baseline_rows = 0;                  // rows of the baseline that the run's filter selects
};

struct JudgeOptions {
  bool inconclusive_fails = true;      // false: inconclusive rows only warn (exit 0)
  bool require_baseline = false;       // `new` rows fail
  std::string today;                   // ISO day, for expiry; set by the caller so that judging stays pure
  std::vector<std::string> selected;   // the keys the run meant to measure (gate's row list); empty: use the filter
};

/// Exit code of a judgement: 0 pass, 1 regression (or any failed or missing row), 3 inconclusive or nothing compared.
int exit_code(const Judgement& judgement, const JudgeOptions& options);

Judgement judge(const Run& run, const Baseline& baseline, const Policy& policy, const JudgeOptions& options);

}  // namespace warpmark
