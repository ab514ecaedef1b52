// Why a time moved: what else moved with it, from what run and baseline hold. Nothing is guessed.
#pragma once

#include "harness/baseline/baseline.h"
#include "harness/gate/verdict.h"

namespace warpmark {

/// Fills Verdict::causes and only_time_moved of the rows that moved: regressions, changed counters and results,
/// improvements. Each gets what moved together with it, the strongest first: its machine code, executed counters and
/// bytes, its launch, the card and software it ran on. Then what could not be compared and how to get it; where
/// everything was compared and nothing moved, that.
void explain(Judgement& judgement, const Run& run, const Baseline& baseline);

}  // namespace warpmark
