// A judgement as a whole: its order, its count, and what many verdicts say together.
#pragma once

#include "harness/gate/verdict.h"

namespace warpmark {

/// From what each row shows to what all of them say: drift (drift.h) and significance among all rows compared
/// (significance.h) are weighed, then the judgement is summarised.
void conclude(Judgement& judgement, const Policy& policy);

/// Sorts the verdicts (failing ones first, then by severity, then by distance from 1, then by key), counts the rows
/// compared, and writes the headlines: what the run's filter left unjudged; nothing compared; many rows slower together
/// (one cause, not many); about as many faster as slower by about as much (noise, most likely); a stale baseline. No
/// verdict changes by it.
void summarise(Judgement& judgement);

}  // namespace warpmark
