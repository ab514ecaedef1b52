// Where a series changes its level: E-divisive means.
//
// D. S. Matteson, N. A. James: A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data (2014)
// gives the statistic; M. Fleming et al.: Hunter: Using Change Point Detection to Hunt for Performance Regressions
// (2023) the sliding window, Student's t in place of permutations, and the merging of what did not prove significant.
#pragma once

#include <cstddef>
#include <vector>

namespace warpmark::history {

struct ChangePoint {
  std::size_t index = 0;  // the first value of the new level
  double before = 0;      // mean from the change before to this one
  double after = 0;       // mean from here to the next
  double p = 0;           // two-sided, of equal means
};

struct EDivisive {
  double max_p = 0.001;     // of a change; ten times as much makes a candidate
  double least_change = 0;  // relative to the smaller level
  std::size_t window = 50;  // candidates are looked for in windows of so many values, each half over the last
};

/// The change points of a series of positive values, in order.
std::vector<ChangePoint> change_points(const std::vector<double>& values, const EDivisive& options);

}  // namespace warpmark::history
