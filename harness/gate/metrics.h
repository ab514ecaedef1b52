// What needs no statistics: counters under a policy and the hash of the result. One process decides.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/baseline/baseline.h"
#include "harness/gate/finding.h"
#include "harness/gate/measured.h"

namespace warpmark {

/// Every counter that the baseline row holds and a policy rule names (the last match wins) must be in the run, but for
/// hardware counters where the run holds none at all (`is_counted` is false): a machine may refuse them. An exact
/// one must be equal in every process; one with a direction may move up to its tolerance the wrong way, by the median
/// over processes, and is a regression beyond it.
Finding check_counters(const Measured& measured, const BaselineRow& baseline, const Policy& policy, bool is_counted);

/// The output hash must be the baseline's in every process. `baseline_hash` is empty where there is none to compare
/// with (no baseline, or another compiler or architecture); processes must agree among themselves even then.
Finding check_output_hash(const Measured& measured, const std::optional<std::uint64_t>& baseline_hash);

}  // namespace warpmark
