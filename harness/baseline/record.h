// Recording: a run becomes a session of a baseline.
#pragma once

#include <string>
#include <vector>

#include "harness/baseline/baseline.h"

namespace warpmark {

struct RecordChange {
  enum class Kind { added, extended, rehashed, refused } kind;
  std::string key;
  std::string text;  // for people: "1465.2 -> 1464.9 us (-0.02 %)", or why it was refused
};

/// Adds `run` to `baseline` as a new session (or, same card, driver, binary and day: more processes of an existing
/// one). Touches only the rows measured. Rows with errors, throttled clocks or skipped are refused and listed.
/// Throws InputError when nothing can be recorded: another GPU model, no raw processes, another process on the GPU.
std::vector<RecordChange> record(Baseline& baseline, const Run& run);

}  // namespace warpmark
