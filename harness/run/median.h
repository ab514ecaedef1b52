// The median: what a run, a baseline and a verdict all take of a row's repetitions and processes.
#pragma once

#include <algorithm>
#include <vector>

namespace warpmark {

/// The middle of `values`, or the mean of the two middle ones; 0 of nothing.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace warpmark
