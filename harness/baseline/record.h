// Recording: a run becomes a session of a baseline.
#pragma once

#include <string>
#include <vector>

#include "harness/baseline/baseline.h"

namespace warpmark {

struct RecordChange {
  enum class Kind { added, extended, rehashed, refused } kind;  // rehashed: extended, with accepted new numerics
  std::string key;
  std::string text;  // for people: "1465.2 -> 1464.9 us (-0.02 %)", or why it was refused
};

/// What to do about a benchmark whose results changed under the same compiler.
enum class ChangedNumerics { refuse, accept };

/// A baseline of the run's GPU model that holds nothing yet.
Baseline baseline_for(const Run& run);

/// The run as a session without an id yet, the clocks those seen. Throws InputError when it does not say its day.
Session session_of(const Run& run);

/// Adds `run` to `baseline` as a new session (or, same card, driver, binary and day: more processes of an existing
/// one). Touches only the rows measured; of their counters keeps those that
/// `policy` gates or that explain a time. Rows with errors,
/// throttled clocks, changed numerics or skipped are refused and listed. Throws InputError, with `baseline` unchanged,
/// when nothing can be recorded: another GPU model or timer, no raw processes, another process on the GPU, a canary
/// that failed, no date, a clock that was set back meanwhile, or a run that is already recorded.
std::vector<RecordChange> record(Baseline& baseline, const Run& run, const Policy& policy = {},
                                 ChangedNumerics numerics = ChangedNumerics::refuse);

}  // namespace warpmark
