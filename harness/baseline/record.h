// Recording: a run becomes a session of a baseline.
#pragma once

#include <string>
#include <vector>

#include "harness/baseline/baseline.h"

namespace warpmark {

struct RecordChange {
  /// replaced: what sessions held of it is forgotten; rehashed: extended or replaced, with accepted new numerics
  enum class Kind { added, extended, replaced, rehashed, refused } kind;
  std::string key;
  std::string text;  // for people: "1465.2 -> 1464.9 us (-0.02 %)", or why it was refused
};

/// What of a run is meant, though it differs from the baseline.
struct Meant {
  bool numerics = false;  // results that changed under the same compiler, instead of refusing them
  /// Sessions whose times are forgotten where a row moved from all of them, known to be of other machine code or not.
  std::vector<std::string> outdated_sessions = {};
};

/// A baseline of the run's GPU model that holds nothing yet.
Baseline baseline_for(const Run& run);

/// The run as a session without an id yet, the clocks those seen. Throws InputError when it does not say its day.
Session session_of(const Run& run);

/// Adds `run` to `baseline` as a new session (or, same card, driver, binary and day: more processes of an existing
/// one). Touches only the rows measured; of their counters keeps those that `policy` gates or that explain a time. A
/// row whose machine code changed, and whose time moved by more than its tolerance from that of every session, is
/// another program: what the sessions hold of it is forgotten. Rows with errors, throttled clocks, changed numerics or
/// skipped are refused and listed. Throws InputError, with `baseline` unchanged, when nothing can be recorded: another
/// GPU model or timer, no raw processes, another process on the GPU, a canary that failed, no date, a clock that was
/// set back meanwhile, or a run that is already recorded.
std::vector<RecordChange> record(Baseline& baseline, const Run& run, const Policy& policy = {},
                                 const Meant& meant = {});

}  // namespace warpmark
