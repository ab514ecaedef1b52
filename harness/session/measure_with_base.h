// Two builds of a benchmark program measured in turns, A B B A: what drifts meets both.
#pragma once

#include "harness/run/run.h"
#include "harness/session/orchestrator.h"
#include "harness/session/progress.h"

namespace warpmark {

struct RunAndBase {
  Run base;
  Run run;
};

/// Measures `plan` with its own program and with `base`, a process of each in turns. Of `base` only the benchmarks that
/// it has. Both orders come from one seed. `plan.output` gets nothing: an interrupted pair of runs is not gone on with.
/// Throws what measure() throws.
RunAndBase measure_with_base(const RunPlan& plan, const BenchProgram& base, Progress& progress);

}  // namespace warpmark
