// Hardware counters of a run's rows, from a process of their own: what counts does not disturb what is timed.
#pragma once

#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/gate/verdict.h"
#include "harness/run/run.h"
#include "harness/session/orchestrator.h"
#include "harness/session/progress.h"

namespace warpmark {

/// Runs the rows `keys` once more, with --gpu_counters=memory and no timing, and adds the counters to the first row of
/// each in `run`. Where there are none to be had `progress` is told why, and that is all. Throws Interrupted only.
void add_counters(Run& run, const std::vector<std::string>& keys, const RunPlan& plan, Progress& progress);

/// The rows of `run` without hardware counters whose baseline has some: those that `policy` gates by them, or those
/// that failed, for the cause.
std::vector<std::string> gated_but_not_counted(const Run& run, const Baseline& baseline, const Policy& policy);
std::vector<std::string> red_but_not_counted(const Run& run, const Baseline& baseline, const Judgement& judgement);

}  // namespace warpmark
