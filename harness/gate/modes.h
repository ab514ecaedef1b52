// Benchmarks that have not one time but several: a kernel that is 10 % slower in every fifth process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/gate/noise.h"

namespace warpmark {

struct Modes {
  double fast_us = 0;  // the median of each
  double slow_us = 0;
  int fast = 0;  // processes in each
  int slow = 0;
};

/// Two modes, where processes fall into two groups that are more than `least_distance` (relative) and three times
/// their own width apart, each of two processes or more and of at least 15 % of them: one outlier is no mode.
std::optional<Modes> separated_modes(std::vector<double> times_us, double least_distance);

/// The same of a baseline: within its sessions, since cards and days may differ without a benchmark being unstable.
bool has_modes(const SessionTimes& sessions, double least_distance);

/// "12 processes at 22.600 us, 3 at 25.400 us (+12.39 %)"
std::string modes_text(const Modes& modes);

}  // namespace warpmark
