// Whether the card kept still while it was measured: canaries, kernels that nobody changes, run first and last in every
// process. They alone decide: a suite that is slower while its canaries are quiet is slower (a lost -O3).
#pragma once

#include <string_view>

#include "harness/gate/verdict.h"

namespace warpmark {

/// Rows of the family `canary`: its cold ones run before all others, its warm ones after them.
bool is_canary(std::string_view key);
bool is_last_canary(std::string_view key);

/// A canary has moved when its time is further from the baseline's, or its warm row otherwise than its cold one, than
/// half of the policy's tolerance and three of its own standard errors. Then, or when one could not be measured, rows
/// slower or faster than their baseline are inconclusive(drift), and so is that canary, whatever else its verdict was;
/// the others keep theirs. Canaries that the baseline does not know of decide nothing.
void weigh_drift(Judgement& judgement, const Policy& policy);

/// There are canaries, and all of them passed.
bool has_quiet_canaries(const Judgement& judgement);

}  // namespace warpmark
