// Like with like or not at all: which baseline sessions a run may be judged against.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/run/run.h"

namespace warpmark {

/// What comparing contexts found. A session whose context disagrees is left out; one that is silent about a fact, or
/// meets a run that is, counts as agreeing, with a note. The cache mode is part of a benchmark's key.
struct Comparability {
  bool same_gpu = true;                         // the same model; if not, every session is left out
  std::map<std::string, std::string> left_out;  // session id -> "power limit 700 W in baseline s1, 450 W in the run"
  std::vector<std::string> notes;
};

/// A run during which the machine's clock was set back is compared with nothing. GPU model and timer always have to
/// agree (times of two timers are never compared). Driver, CUDA, power limit, ECC, SM and memory clock follow
/// `policy.context`, or its default where it is silent. A run's clocks are those observed.
Comparability compare_context(const Run& run, const Baseline& baseline, const Policy& policy);

}  // namespace warpmark
