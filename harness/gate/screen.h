// The screen: is one benchmark slower or faster than its baseline, by more than either could be by chance?
#pragma once

#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/gate/noise.h"
#include "harness/gate/verdict.h"

namespace warpmark {

/// Fresh processes a run needs before a difference counts: the median of 5 survives two outliers.
inline constexpr int enough_run_processes = 5;
/// Processes a baseline needs, over its comparable sessions: with fewer its spread is a guess.
inline constexpr int enough_baseline_processes = 3;

/// Fills ratio, tolerance, bound, status, reason and detail of `verdict`, whose key, times and counts of processes are
/// set: slower is a ratio above 1 + tolerance, faster one below 1 / (1 + tolerance), so that swapping the sides mirrors
/// the verdict. The tolerance is the policy's (the last override that matches), or the noise floor where that is wider.
///
/// With one process on either side, or fewer than enough, any difference is inconclusive. Lack of one passes only where
/// that is knowledge and not a wide tolerance: with enough baseline processes whose noise floor, for as few processes
/// as the run has, is still within the policy's tolerance. A run of aggregates only is always inconclusive.
void screen_time(Verdict& verdict, const SessionTimes& baseline, const std::vector<double>& run_times_us,
                 bool only_aggregates, double clock_step_us, const Policy& policy);

}  // namespace warpmark
