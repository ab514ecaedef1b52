// What is to be known beside the verdicts: a line each.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/gate/measured.h"
#include "harness/gate/verdict.h"

namespace warpmark {

/// What a policy says of rows, or of counters, that neither baseline nor run has: it is misspelt, or old.
std::vector<std::string> notes_on_idle_policy(const Policy& policy, const Baseline& baseline,
                                              const std::map<std::string, Measured>& measured);

/// Of rows whose noise is wider than the tolerance that the policy wants; none: nothing.
std::optional<std::string> note_on_floor(const std::vector<Verdict>& verdicts);

}  // namespace warpmark
