#include "harness/compare/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/run/student_t.h"

namespace warpmark::compare {
namespace {

/// The mean of logarithms, and what is known of it.
struct LogMean {
  double mean = 0;
  double variance = 0;  // of one value
  double count = 0;

  double variance_of_mean() const { return variance / count; }
};

LogMean log_mean(const std::vector<double>& values) {
  LogMean log;
  log.count = static_cast<double>(values.size());
  for (const double value : values) log.mean += std::log(value) / log.count;
  for (const double value : values) log.variance += std::pow(std::log(value) - log.mean, 2);
  log.variance /= std::max(1.0, log.count - 1);
  return log;
}

/// The variance, relative, that a clock of such steps hides.
double hidden_variance(double clock_step_us, double time_us) { return std::pow(clock_step_us / time_us, 2) / 12; }

/// Interval and p of exp(`log_ratio`).
void set_interval(Estimate& result, double log_ratio, double standard_error, double freedom) {
  const double reach = t_95(freedom) * standard_error;
  result.ratio = std::exp(log_ratio);
  result.interval = {std::exp(log_ratio - reach), std::exp(log_ratio + reach)};
  if (standard_error > 0)
    result.p = two_sided_p(log_ratio / standard_error, freedom);
  else
    result.p = log_ratio == 0 ? 1 : 0;
}

/// The interleaved ratios of several processes may agree by chance: their interval is no narrower than their own ones
/// allow, taken together.
double own_variance_of_mean(const std::vector<ProcessRatio>& processes) {
  constexpr double normal_reach = 1.96;
  double sum = 0;
  for (const ProcessRatio& process : processes) {
    if (!process.interval) return 0;
    sum += std::pow(std::log(process.interval->high / process.interval->low) / (2 * normal_reach), 2);
  }
  return sum / std::pow(static_cast<double>(processes.size()), 2);
}

void estimate_interleaved(Estimate& result, const std::vector<ProcessRatio>& processes) {
  std::vector<double> ratios;
  for (const ProcessRatio& process : processes) ratios.push_back(process.ratio);
  const LogMean log = log_mean(ratios);
  if (ratios.size() > 1) {
    const double variance = std::max(log.variance_of_mean(), own_variance_of_mean(processes));
    set_interval(result, log.mean, std::sqrt(variance), log.count - 1);
  } else {
    result.ratio = ratios.front();
    result.interval = processes.front().interval;
    if (result.interval) {
      const double standard_error = std::sqrt(own_variance_of_mean(processes));
      constexpr double many = 1000;  // samples are many: nearly normal
      result.p = standard_error > 0 ? two_sided_p(log.mean / standard_error, many) : 1;
    }
  }
  result.basis = fmt::format("interleaved in {} process{}", ratios.size(), ratios.size() == 1 ? "" : "es");
}

void estimate_paired(Estimate& result, const Observations& observed) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < observed.before_us.size(); ++i)
    ratios.push_back(observed.before_us[i] / observed.after_us[i]);
  const LogMean log = log_mean(ratios);
  const double hidden = hidden_variance(observed.clock_step_us, result.before_us) +
                        hidden_variance(observed.clock_step_us, result.after_us);
  set_interval(result, log.mean, std::sqrt(std::max(log.variance, hidden) / log.count), log.count - 1);
  result.basis = fmt::format("{} processes", ratios.size());
}

void estimate_apart(Estimate& result, LogMean before, LogMean after, double clock_step_us) {
  before.variance = std::max(before.variance, hidden_variance(clock_step_us, result.before_us));
  after.variance = std::max(after.variance, hidden_variance(clock_step_us, result.after_us));
  const double variance = before.variance_of_mean() + after.variance_of_mean();
  // Welch and Satterthwaite's degrees of freedom.
  double freedom = before.count + after.count - 2;
  if (variance > 0) {
    freedom = variance * variance /
              (std::pow(before.variance_of_mean(), 2) / (before.count - 1) +
               std::pow(after.variance_of_mean(), 2) / (after.count - 1));
  }
  set_interval(result, before.mean - after.mean, std::sqrt(variance), freedom);
  result.basis = before.count == after.count ? fmt::format("{:g} processes each", before.count)
                                             : fmt::format("{:g} and {:g} processes", before.count, after.count);
}

}  // namespace

Estimate estimate(const Observations& observed) {
  Estimate result;
  const LogMean before = log_mean(observed.before_us);
  const LogMean after = log_mean(observed.after_us);
  result.before_us = std::exp(before.mean);
  result.after_us = std::exp(after.mean);
  // Of one time each the quotient of the times themselves: no logarithm shall round it.
  if (before.count == 1) result.before_us = observed.before_us.front();
  if (after.count == 1) result.after_us = observed.after_us.front();
  result.ratio = result.before_us / result.after_us;
  if (!observed.interleaved.empty())
    estimate_interleaved(result, observed.interleaved);
  else if (before.count < 2 || after.count < 2)
    result.basis = before.count == after.count ? "one process" : "one process on one side";
  else if (observed.is_paired)
    estimate_paired(result, observed);
  else
    estimate_apart(result, before, after, observed.clock_step_us);
  return result;
}

}  // namespace warpmark::compare
