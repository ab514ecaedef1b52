// What a run's context says beside its facts.
#pragma once

#include <string>

#include "harness/run/input_error.h"
#include "harness/run/run.h"

namespace warpmark {

/// What is wrong with a run that names no GPU, where one is needed: it was measured on the host alone, or by another
/// program. `where` is its file.
InputError of_no_gpu(const RunFacts& facts, const std::string& where);

/// The day the run was measured, ISO 8601; empty where the run does not say.
std::string day_of(const Run& run);

/// How many other processes were on the GPU; 0 where the run does not say.
double other_processes(const Run& run);

/// "a process began 2026-12-01T01:59:00, and the one before it 2026-12-01T02:10:00": the machine's clock was set back
/// while the run measured, so that nobody can tell on which day that was. Empty where it was not, or the run does not
/// say.
std::string clock_set_back(const Run& run);

}  // namespace warpmark
