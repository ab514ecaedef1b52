#include "harness/gate/noise.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

#include "harness/run/median.h"

namespace warpmark {

namespace {

constexpr double median_over_mean_variance = std::numbers::pi / 2;
constexpr double standard_errors = 3;

double squared_deviations(const std::vector<double>& values) {
  const double centre = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum;
}

std::vector<double> session_medians(const SessionTimes& sessions) {
  std::vector<double> medians;
  for (const auto& times : sessions) medians.push_back(median(times));
  return medians;
}

double pooled_variance(const SessionTimes& sessions) {
  double sum = 0;
  std::size_t freedom = 0;
  for (const auto& times : sessions) {
    sum += squared_deviations(times);
    freedom += times.size() - 1;
  }
  return freedom == 0 ? 0 : sum / static_cast<double>(freedom);
}

}  // namespace

double centre_us(const SessionTimes& sessions) { return median(session_medians(sessions)); }

Noise noise_of(const SessionTimes& sessions, double clock_step_us) {
  const double process_variance = std::max(pooled_variance(sessions), clock_step_us * clock_step_us / 12);
  double session_variance = 0;
  if (sessions.size() > 1) {
    double inverse_sizes = 0;
    for (const auto& times : sessions) inverse_sizes += 1 / static_cast<double>(times.size());
    const auto count = static_cast<double>(sessions.size());
    const double explained = median_over_mean_variance * pooled_variance(sessions) * inverse_sizes / count;
    session_variance = std::max(0.0, squared_deviations(session_medians(sessions)) / (count - 1) - explained);
  }
  const double centre = centre_us(sessions);
  return {.process_sd = std::sqrt(process_variance) / centre, .session_sd = std::sqrt(session_variance) / centre};
}

double noise_floor(const Noise& noise, const SessionTimes& sessions, int run_processes) {
  std::size_t baseline_processes = 0;
  for (const auto& times : sessions) baseline_processes += times.size();
  const double sides = 1.0 / run_processes + 1.0 / static_cast<double>(baseline_processes);
  const double process = median_over_mean_variance * noise.process_sd * noise.process_sd * sides;
  const double session = noise.session_sd * noise.session_sd * (1 + 1 / static_cast<double>(sessions.size()));
  return standard_errors * std::sqrt(process + session);
}

}  // namespace warpmark
