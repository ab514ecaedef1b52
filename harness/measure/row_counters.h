// What was found of a row, as counters of its entry in the run (row_meter.h says what each is).
#pragma once

#include <warpmark/workload.h>

#include <vector>

#include "harness/measure/device.h"
#include "harness/measure/sampler.h"
#include "harness/run/run.h"

namespace warpmark {

/// The time and how well it is known.
void count_sampling(Row& row, const Sampling& sampling);

/// Needs the time. `peak_gbps` is the driver-derived peak; 0: not known.
void count_work(Row& row, const Workload& workload, double peak_gbps);

/// The card's state over the row: its lowest clocks, every slowdown, the highest temperature and power.
void count_states(Row& row, const std::vector<CardState>& states);

void count_ratio(Row& row, const PairRatio& ratio);

}  // namespace warpmark
