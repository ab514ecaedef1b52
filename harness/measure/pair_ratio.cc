#include "harness/measure/pair_ratio.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "harness/measure/statistics.h"

namespace warpmark {

namespace {

double mean_us(std::span<const Sample> samples) {
  double sum_us = 0;
  for (const Sample& sample : samples) sum_us += sample.busy_us;
  return samples.empty() ? 0 : sum_us / static_cast<double>(samples.size());
}

/// The clock's step as it shows in a turn's logarithm: the rounding of either mean, relative to it.
double log_step(const Turn& turn, double step_us) {
  const auto relative = [&](std::span<const Sample> samples) {
    return step_us / mean_us(samples) / std::sqrt(static_cast<double>(samples.size()));
  };
  return std::hypot(relative(turn.first), relative(turn.second));
}

}  // namespace

std::optional<PairRatio> pair_ratio(std::span<const Turn> turns, double step_us) {
  if (turns.size() < fewest_samples) return std::nullopt;
  std::vector<double> logs;
  for (const Turn& turn : turns) {
    const double log = std::log(mean_us(turn.first) / mean_us(turn.second));
    if (!std::isfinite(log)) return std::nullopt;
    logs.push_back(log);
  }
  // The largest turn has the finest step, and most turns are of its size.
  double step = log_step(turns.front(), step_us);
  for (const Turn& turn : turns) step = std::min(step, log_step(turn, step_us));
  const Centre centre = centre_of(std::move(logs), step);
  return PairRatio{std::exp(centre.time_us), std::exp(centre.time_us - centre.half_width_us),
                   std::exp(centre.time_us + centre.half_width_us)};
}

}  // namespace warpmark
