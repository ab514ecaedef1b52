#include "harness/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "harness/run/student_t.h"

namespace warpmark {

namespace {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median_of_sorted(std::span<const double> sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double median_deviation(std::span<const double> values, double from) {
  std::vector<double> deviations;
  for (const double value : values) deviations.push_back(std::abs(value - from));
  std::sort(deviations.begin(), deviations.end());
  return median_of_sorted(deviations);
}

/// Variance of the sorted samples with the outer `cut` on either side pulled in to their neighbours.
double winsorized_variance(std::span<const double> sorted, std::size_t cut) {
  std::vector<double> values(sorted.begin(), sorted.end());
  const std::size_t last = values.size() - 1;
  for (std::size_t i = 0; i < cut; ++i) {
    values[i] = sorted[cut];
    values[last - i] = sorted[last - cut];
  }
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(last);
}

}  // namespace

Centre centre_of(std::vector<double> times_us, double step_us) {
  if (times_us.empty()) return {};
  std::sort(times_us.begin(), times_us.end());
  const std::size_t n = times_us.size();
  const std::size_t cut = n / 4;

  Centre centre;
  centre.time_us = mean_of(std::span(times_us).subspan(cut, n - 2 * cut));
  centre.median_us = median_of_sorted(times_us);
  centre.mad_us = median_deviation(times_us, centre.median_us);
  if (n < fewest_samples) {
    centre.half_width_us = std::numeric_limits<double>::infinity();
    return centre;
  }
  const double variance = std::max(winsorized_variance(times_us, cut), step_us * step_us / 12);
  const double kept = 1 - 2 * static_cast<double>(cut) / static_cast<double>(n);
  const double error = std::sqrt(variance / static_cast<double>(n)) / kept;
  centre.half_width_us = t_95(static_cast<double>(n - 2 * cut - 1)) * error;
  return centre;
}

}  // namespace warpmark
