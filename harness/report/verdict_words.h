// What every report of verdicts says in the same words.
#pragma once

#include <string>
#include <string_view>

#include "harness/gate/verdict.h"

namespace warpmark {

/// "regression (slower)", "inconclusive (drift)", "pass".
std::string verdict_text(const Verdict& verdict);

/// "1 missing, 2 regression, 74 pass (77 of 77 compared)"; regressions, missing and passing rows are counted even where
/// there are none.
std::string counts_text(const Judgement& judgement);

/// "PASS", "FAIL", "INCONCLUSIVE" of an exit code; "ERROR" of any other.
std::string_view outcome_text(int exit_code);

/// A pass with nothing to say.
bool is_plain_pass(const Verdict& verdict);

}  // namespace warpmark
