// Ratios that a benchmark process measured itself, with a pair's two rows interleaved: its clocks and temperature were
// the same for both, so they are tighter than those of the two times.
#pragma once

#include <vector>

#include "harness/compare/matched.h"
#include "harness/gate/measured.h"

namespace warpmark::compare {

/// Of each process in which both rows carry one and the same gpu_pair_ratio; rows of two different pairs share none.
std::vector<ProcessRatio> interleaved_ratios(const Measured& before, const Measured& after);

/// The program decided which of its rows is the first; rows do not say. Where the ratios, over all matches, go against
/// those of the times, they are of after over before, and are turned round.
void turn_interleaved(std::vector<Match>& matches);

}  // namespace warpmark::compare
