// What a run's context says beside its facts.
#pragma once

#include <string>

#include "harness/run/run.h"

namespace warpmark {

/// The day the run was measured, ISO 8601; empty where the run does not say.
std::string day_of(const Run& run);

/// How many other processes were on the GPU; 0 where the run does not say.
double other_processes(const Run& run);

}  // namespace warpmark
