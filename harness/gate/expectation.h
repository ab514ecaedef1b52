// Regressions that people know of and accept for a while.
#pragma once

#include <string>

#include "harness/baseline/baseline.h"
#include "harness/gate/verdict.h"

namespace warpmark {

/// Weighs a screened verdict against the policy's expected regressions (the last match wins). A slower row within the
/// bound is `expected`, or `expired` past its date; beyond the bound it stays a regression. One that is slower no more
/// is `unexpectedly_fixed`. Inconclusive rows stay so.
void weigh_expectation(Verdict& verdict, const Policy& policy, const std::string& today);

}  // namespace warpmark
