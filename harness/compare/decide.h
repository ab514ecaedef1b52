// From estimates to verdicts, over all pairs at once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/compare/comparison.h"

namespace warpmark::compare {

/// The largest |ratio - 1| of the controls, for each cache state that has one.
std::map<std::string, double> noise_floors(const std::vector<Pair>& pairs);

/// Sets each pair's verdict and whether it is outside of the noise:
/// - A pair with a reason already, or without an interval, cannot be told.
/// - Of many pairs some leave their intervals by chance: slower or faster are those that Benjamini and Hochberg's
///   procedure (J. R. Statist. Soc. B 57, 1995) keeps at a false discovery rate of 5 %; of runs that do not differ that
///   is, in 19 of 20 comparisons, none. Nor may they be within the noise floor, or closer to 1 than `least_change`.
/// - The others are the same where their interval reaches no further than `same_within` from 1, and cannot be told
/// where
///   it does.
/// - Where the two sides' results differ that is the verdict, and what the times say is the reason beside it.
void decide(std::vector<Pair>& pairs, const std::map<std::string, double>& floors, const Options& options);

}  // namespace warpmark::compare
