// Whether the benchmark program can measure on this card, and with what: driver, CUPTI's times, hardware counters.
#pragma once

#include <vector>

#include "harness/session/bench_program.h"
#include "harness/session/doctor/check.h"

namespace warpmark {

std::vector<Check> measuring_checks(const GpuInfo& info);

}  // namespace warpmark
