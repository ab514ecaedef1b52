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

/// What is compared: one time per process each.
struct Sides {
  SessionTimes baseline_us;  // by session; neither empty
  std::vector<double> run_us;
  bool only_aggregates = false;  // of the run
};

/// Sets times and counts of processes.
void set_run(Verdict& verdict, const std::vector<double>& times_us);
void set_baseline(Verdict& verdict, const SessionTimes& sessions);

/// Fills all of `verdict`, whose key is set, but its causes: slower is a ratio above 1 + tolerance, faster one below
/// 1 / (1 + tolerance), so that swapping the sides mirrors the verdict. The tolerance is the policy's (the last
/// override that matches), or the noise floor where that is wider.
///
/// With one process on either side, or fewer than enough, any difference is inconclusive. Lack of one passes only where
/// that is knowledge and not a wide tolerance: with enough baseline processes whose noise floor, for as few processes
/// as the run has, is still within the policy's tolerance. A run of aggregates only is always inconclusive, and so is a
/// row beyond the policy's tolerance whose noise floor is above half of its time. Processes that fall into modes
/// (modes.h) twice the tolerance apart, while the baseline's do not, are unstable.
void screen_time(Verdict& verdict, const Sides& sides, const Noise& noise, const Policy& policy);

}  // namespace warpmark
