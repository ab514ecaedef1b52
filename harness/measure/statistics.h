// The centre of a workload's samples: robust, and finer than the clock that took them.
#pragma once

#include <vector>

namespace warpmark {

/// The interquartile mean: the mean of the middle half of the samples. Robust like a median (up to a quarter of the
/// samples may be anything on either side), but not bound to the clock's step: time stamps of an H200 step by 32 ns, so
/// the median of a 2 us kernel can only be one of two or three values.
struct Centre {
  double time_us = 0;
  double half_width_us = 0;  // of its 95 % confidence interval; infinite below `fewest_samples`
  double median_us = 0;
  double mad_us = 0;  // median absolute deviation from the median
};

/// Below this many samples a centre has no confidence interval.
inline constexpr std::size_t fewest_samples = 5;

/// `step_us` is the clock's resolution: the variance is floored at step^2 / 12, the variance of rounding to it, so that
/// equal (quantised) samples do not claim to be exact.
///
/// The interval is that of a 25 % trimmed mean: standard error s_w / ((1 - 2 * 0.25) * sqrt(n)) with s_w the Winsorized
/// standard deviation, and Student's t with n - 2 * floor(n / 4) - 1 degrees of freedom (J. W. Tukey, D. H. McLaughlin,
/// "Less vulnerable confidence and significance procedures for location", Sankhya A 25, 1963).
Centre centre_of(std::vector<double> times_us, double step_us);

}  // namespace warpmark
