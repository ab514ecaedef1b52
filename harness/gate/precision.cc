#include "harness/gate/precision.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "harness/run/student_t.h"

namespace warpmark {

namespace {

/// A whole suite: the gated one has about as many rows.
constexpr double rows_of_a_suite = 1200;

Variance scaled(const Variance& variance, double factor) { return {variance.value * factor, variance.freedom}; }

}  // namespace

Precision::Precision(const Noise& noise, const SessionTimes& sessions) {
  process_ = scaled(noise.process, median_over_mean_variance);
  baseline_ = scaled(process_, 1.0 / processes_in(sessions));
  const double one_more = 1 + 1 / static_cast<double>(sessions.size());
  session_ = scaled(noise.session, one_more);
  common_ = scaled(noise.common, one_more);
}

double Precision::standard_error(int run_processes) const {
  return std::sqrt(process_.value / run_processes + baseline_.value + session_.value + common_.value);
}

double Precision::freedom(int run_processes) const {
  // The run's and the baseline's processes have the same variance, known once.
  const Variance processes = {process_.value / run_processes + baseline_.value, process_.freedom};
  double sum = 0;
  double weighted = 0;
  for (const Variance& part : {processes, session_, common_}) {
    if (part.value <= 0) continue;
    sum += part.value;
    weighted += part.value * part.value / std::max(1.0, part.freedom);
  }
  return weighted > 0 ? sum * sum / weighted : 1;
}

double Precision::p_value(double ratio, int run_processes) const {
  const double distance = std::abs(std::log(ratio));
  if (distance == 0) return 1;
  const double error = standard_error(run_processes);
  return error > 0 ? one_sided_p(distance / error, freedom(run_processes)) : 0;
}

double Precision::change_exceeded_with(double p, int run_processes) const {
  const double error = standard_error(run_processes);
  return error > 0 ? std::expm1(t_exceeded_with(p, freedom(run_processes)) * error) : 0;
}

double noise_floor(const Precision& precision, int run_processes) {
  return precision.change_exceeded_with(family_error / rows_of_a_suite, run_processes);
}

}  // namespace warpmark
