// Many rows judged at once: what chance shows somewhere among a thousand of them.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/gate/verdict.h"

namespace warpmark {

/// Holm's step-down: which of `p_values` are significant among `tests`, the other tests having shown nothing, so that
/// any of them is so by chance with probability `error` at most. The i-th smallest has to stay within
/// error / (tests - i), as all smaller ones have to.
std::vector<bool> holm(const std::vector<double>& p_values, std::size_t tests, double error);

/// Slower and faster rows that are not significant among `tests`, each side a family of its own, become
/// inconclusive(too_few_processes).
void weigh_significance(std::vector<Verdict>& verdicts, std::size_t tests);

}  // namespace warpmark
