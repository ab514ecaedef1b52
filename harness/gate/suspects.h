// What must be measured again before it is believed, and what comes of it.
#pragma once

#include <string>
#include <vector>

#include "harness/gate/verdict.h"

namespace warpmark {

struct SuspectOptions {
  bool improvements = false;  // improvements never fail, so they need confirming only before they are recorded
};

/// Keys of a screen to measure again in fresh processes, worst first: rows slower than their baseline (expected ones
/// past their date too) and rows with too few processes to tell. Counters and output hashes need no second look.
std::vector<std::string> suspects(const Judgement& screen, const SuspectOptions& options = {});

/// The screen with its suspects replaced by what fresh processes showed (a judgement of a run of those keys only):
/// - shown again: the verdict stands, with both changes in its detail;
/// - not shown again: `pass`, with reason not_confirmed;
/// - moved the other way: inconclusive(not_confirmed), for a row that does both is not known to be fine;
/// - inconclusive before, or anything else now (an error, too few processes): the fresh verdict;
/// - a suspect without a fresh verdict: inconclusive(not_measured).
/// `options` are those the suspects were chosen with.
Judgement confirm(Judgement screen, const Judgement& confirming, const SuspectOptions& options = {});

}  // namespace warpmark
