// What a card is, how it is set, and who else uses it.
#pragma once

#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/session/bench_program.h"
#include "harness/session/doctor/check.h"

namespace warpmark {

/// GPU, clocks, power limit, persistence, ECC, MIG, display, compute mode, virtualisation. `latest` is the newest
/// session of its baseline, or null: where both can be compared, it matters only that they agree.
std::vector<Check> card_settings(const GpuInfo& info, const Session* latest);

/// Other processes, memory in use, and what holds the clock back at this moment.
std::vector<Check> card_disturbances(const GpuInfo& info);

}  // namespace warpmark
