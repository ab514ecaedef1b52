// How other tools decide, in a few lines each, on the same numbers. Each says whether it would call the run slower.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/run/median.h"

namespace warpmark::rivals {

/// What such a tool is given: the processes of an earlier run and of this one, us, and how much the samples of one
/// process spread (relative; NVBench judges by it).
struct Pair {
  std::vector<double> before_us;
  std::vector<double> after_us;
  double before_spread = 0;
  double after_spread = 0;
};

/// Google Benchmark's tools/compare.py: a two-sided Mann-Whitney U test at alpha = 0.05 over the repetitions of one
/// benchmark; here with the normal approximation and without the continuity correction.
inline bool u_test(const Pair& pair) {
  double u = 0;  // of the pairs, those in which after is slower; half of the ties
  for (const double after : pair.after_us) {
    for (const double before : pair.before_us) u += after > before ? 1 : after == before ? 0.5 : 0;
  }
  const auto n = static_cast<double>(pair.after_us.size());
  const auto m = static_cast<double>(pair.before_us.size());
  const double z = (u - n * m / 2) / std::sqrt(n * m * (n + m + 1) / 12);
  return z > 1.959964;
}

/// A fixed threshold, as most CI jobs have it.
inline bool five_percent(const Pair& pair) { return median(pair.after_us) > 1.05 * median(pair.before_us); }

/// NVBench's nvbench_compare.py: the same while the difference is within the smaller of both noises, which are the
/// relative standard deviations of the samples of one process.
inline bool smaller_noise(const Pair& pair) {
  const double change = pair.after_us.front() / pair.before_us.front() - 1;
  return change > std::min(pair.before_spread, pair.after_spread);
}

/// NVBench's later rule: slower where the interval of the one (its centre and spread) lies above that of the other by
/// more than 0.5 %.
inline bool interval_gap(const Pair& pair) {
  const double lowest_after = pair.after_us.front() * (1 - pair.after_spread);
  const double highest_before = pair.before_us.front() * (1 + pair.before_spread);
  return lowest_after > highest_before * 1.005;
}

}  // namespace warpmark::rivals
