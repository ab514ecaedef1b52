// Hardware counters of the rows that moved, for their cause.
#pragma once

#include "harness/baseline/baseline.h"
#include "harness/gate/verdict.h"
#include "harness/run/run.h"
#include "harness/session/orchestrator.h"
#include "harness/session/progress.h"

namespace warpmark {

/// Runs the failing rows whose counters the baseline knows and `run` lacks once more, with counters, and adds those to
/// the rows of `run`: their times stay. Whatever stands in the way is told to `progress`; the verdicts stand without.
/// Throws Interrupted only.
void add_counters_of_red_rows(Run& run, const Judgement& judgement, const Baseline& baseline, const RunPlan& plan,
                              Progress& progress);

}  // namespace warpmark
