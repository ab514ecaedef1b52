#include "harness/measure/sampler.h"

#include <algorithm>
#include <cmath>

namespace warpmark {

namespace {

// Two successive samples this close mean a steady workload: clocks are up, code and tables are loaded. Wider than the
// spread within a process (0.2 % on large, 0.5 % on small H200 kernels), narrower than a clock ramp.
constexpr double steady = 0.02;

// The share of the budget that warming up may take: a workload that never becomes steady is sampled all the same, and
// its spread shows.
constexpr double warm_up_share = 0.25;

// The first batch: enough for a trimmed mean with a usable confidence interval (5 degrees of freedom), whatever the
// budget, unless a sample takes so long that it would be overrun many times.
constexpr int first_batch = 10;
constexpr int fewest_samples = 3;
constexpr double most_budgets = 2;

// However precise they look, samples taken within a few milliseconds may all be of one state of the memory: cold reads
// of 2 GiB alternate between two, 0.4 % apart, on an H200. So many samples, or so much kernel time, are taken at least.
constexpr std::size_t enough_samples = 32;
constexpr double enough_us = 15e3;

/// Returns the wall clock that the last sample took.
double warm_up(const SamplingPlan& plan, const SampleSource& source, double start_ms) {
  double last_us = 0;
  double sample_ms = 0;
  for (double begun_ms = start_ms; begun_ms - start_ms < warm_up_share * plan.budget_ms;) {
    source.check_interrupt();
    const double now_us = source.take(1).front().busy_us;
    sample_ms = source.now_ms() - begun_ms;
    if (std::abs(now_us - last_us) <= steady * now_us) break;
    last_us = now_us;
    begun_ms += sample_ms;
  }
  return sample_ms;
}

int first_batch_of(const SamplingPlan& plan, double sample_ms) {
  const double affordable = sample_ms > 0 ? most_budgets * plan.budget_ms / sample_ms : first_batch;
  return std::min(static_cast<int>(std::clamp<double>(affordable, fewest_samples, first_batch)), plan.most_samples);
}

bool is_precise(const Sampling& sampling, const SamplingPlan& plan) {
  return sampling.centre.half_width_us <= plan.precision * sampling.centre.time_us;
}

bool is_enough(const Sampling& sampling) {
  const std::size_t taken = sampling.samples.size();
  return taken >= enough_samples || static_cast<double>(taken) * sampling.centre.time_us >= enough_us;
}

/// How many more samples should do, from how wide the interval still is: it narrows with the square root of their
/// number. At most as many again as there are, because an early estimate of the spread is a guess.
int next_batch(const Sampling& sampling, const SamplingPlan& plan) {
  const auto taken = static_cast<double>(sampling.samples.size());
  const double too_wide = sampling.centre.half_width_us / (plan.precision * sampling.centre.time_us);
  const double for_precision = taken * (too_wide * too_wide - 1);
  const double for_enough =
      std::min(static_cast<double>(enough_samples), std::ceil(enough_us / sampling.centre.time_us)) - taken;
  const double more = std::clamp(std::max(for_precision, for_enough), 2.0, taken);
  return static_cast<int>(std::min(more, plan.most_samples - taken));
}

}  // namespace

Sampling sample_until_precise(const SamplingPlan& plan, const SampleSource& source) {
  const double start_ms = source.now_ms();
  const double sample_ms = warm_up(plan, source, start_ms);

  Sampling sampling;
  int batch = first_batch_of(plan, sample_ms);
  while (true) {
    source.check_interrupt();
    for (const Sample& sample : source.take(batch)) sampling.samples.push_back(sample);

    std::vector<double> times_us;
    for (const Sample& sample : sampling.samples) times_us.push_back(sample.busy_us);
    sampling.centre = centre_of(std::move(times_us), source.step_us());

    const bool precise = is_precise(sampling, plan);
    if (precise && is_enough(sampling)) return sampling;
    const bool all_taken = static_cast<int>(sampling.samples.size()) >= plan.most_samples;
    if (all_taken || source.now_ms() - start_ms >= plan.budget_ms) {
      sampling.budget_ended = !precise;
      return sampling;
    }
    batch = next_batch(sampling, plan);
  }
}

}  // namespace warpmark
