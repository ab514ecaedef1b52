// What must be measured again before it is believed, and what comes of it.
#pragma once

#include <string>
#include <vector>

#include "harness/gate/verdict.h"

namespace warpmark {

/// Keys of a screen to measure again in fresh processes, worst first: rows slower or faster than their baseline
/// (expected ones past their date too), unstable ones, and those with too few processes to tell or measured while the
/// card drifted. Counters and output hashes need no second look, and canaries get theirs anyway.
std::vector<std::string> suspects(const Judgement& screen);

/// Beyond so many processes it is not worth the while of a night.
inline constexpr int most_confirming_processes = 30;

/// How many fresh processes the suspects take, so that each, if it moved by its tolerance, reaches Holm's first bound
/// over all rows compared: five or more.
int confirming_processes(const Judgement& screen);

/// The screen with its suspects replaced by what fresh processes showed (a judgement of a run of those keys only):
/// - shown again: the verdict stands, with both changes in its detail, if it is significant among all rows of the
///   screen (significance.h);
/// - not shown again: `pass`, with reason not_confirmed;
/// - moved the other way: inconclusive(not_confirmed), for a row that does both is not known to be fine;
/// - inconclusive before, or anything else now (an error, too few processes): the fresh verdict;
/// - unstable before: so again where the fresh processes show both modes, the fresh verdict otherwise;
/// - a suspect without a fresh verdict: inconclusive(not_measured).
Judgement confirm(Judgement screen, const Judgement& confirming);

}  // namespace warpmark
