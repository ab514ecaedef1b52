#include "harness/measure/sampler.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

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
constexpr int smallest_batch = 3;
constexpr double most_budgets = 2;

// However precise they look, samples taken within a few milliseconds may all be of one state of the memory: cold reads
// of 2 GiB alternate between two, 0.4 % apart, on an H200. So many samples, or so much kernel time, are taken at least.
constexpr std::size_t enough_samples = 32;
constexpr double enough_us = 15e3;

// Where a kernel is shorter than the flush before it (118 us on an H200), a cold sample costs more for the flush than
// for itself, and an interval half as wide costs four times as much. Such a workload is known well enough within so
// many times the wanted precision once this share of the budget is spent; before that, and up to the whole budget where
// it is not, it is sampled as any other. Not so where one step of the clock is more than that: only numbers resolve
// those times.
constexpr double short_us = 100;
constexpr double near_enough = 2.5;
constexpr double near_enough_share = 0.5;

/// Returns the wall clock that the last sample took.
double warm_up(const SamplingPlan& plan, const SampleSource& source) {
  const double start_ms = source.now_ms();
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
  return std::min(static_cast<int>(std::clamp<double>(affordable, smallest_batch, first_batch)), plan.most_samples);
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

void estimate(Sampling& sampling, double step_us) {
  std::vector<double> times_us;
  for (const Sample& sample : sampling.samples) times_us.push_back(sample.busy_us);
  sampling.centre = centre_of(std::move(times_us), step_us);
}

/// What is sampled together: one workload, or the two of a pair.
using Together = std::initializer_list<Sampling*>;

bool is_short(const Sampling& sampling, const SamplingPlan& plan, double step_us) {
  return sampling.centre.time_us < short_us && step_us <= near_enough * plan.precision * sampling.centre.time_us;
}

bool is_near_enough(const Sampling& sampling, const SamplingPlan& plan) {
  return sampling.centre.half_width_us <= near_enough * plan.precision * sampling.centre.time_us;
}

/// How many of a batch of short workloads fit into the budget that they have; 0: it is spent.
int affordable(int batch, Together together, const SamplingPlan& plan, double spent_ms) {
  const bool near =
      std::all_of(together.begin(), together.end(), [&](auto* each) { return is_near_enough(*each, plan); });
  const double budget_ms = plan.budget_ms * static_cast<double>(together.size());
  const double share_ms = near_enough_share * budget_ms;
  if (near && spent_ms >= share_ms) return 0;
  const double left_ms = (spent_ms < share_ms ? share_ms : budget_ms) - spent_ms;
  const auto taken = static_cast<double>((*together.begin())->samples.size());
  return static_cast<int>(
      std::clamp(std::ceil(left_ms / spent_ms * taken), 2.0, static_cast<double>(std::max(batch, 2))));
}

/// The size of the next batch of each; 0: sampling ends here.
int go_on(Together together, const SamplingPlan& plan, double step_us, double spent_ms) {
  const auto all = [&](auto holds) { return std::all_of(together.begin(), together.end(), holds); };
  const auto end = [&] {
    for (Sampling* each : together) each->budget_ended = !is_precise(*each, plan);
    return 0;
  };
  if (all([&](auto* each) { return is_precise(*each, plan) && is_enough(*each); })) return 0;
  const auto taken = static_cast<int>((*together.begin())->samples.size());
  if (taken >= plan.most_samples) return end();
  if (spent_ms >= plan.budget_ms * static_cast<double>(together.size())) return end();
  int batch = 0;
  for (const Sampling* each : together) batch = std::max(batch, next_batch(*each, plan));
  if (!all([&](auto* each) { return is_short(*each, plan, step_us); })) return batch;
  const int fits = affordable(batch, together, plan, spent_ms);
  return fits > 0 ? std::min(fits, batch) : end();
}

}  // namespace

Sampling sample_until_precise(const SamplingPlan& plan, const SampleSource& source) {
  const double start_ms = source.now_ms();
  Sampling sampling;
  for (int batch = first_batch_of(plan, warm_up(plan, source)); batch > 0;) {
    source.check_interrupt();
    for (const Sample& sample : source.take(batch)) sampling.samples.push_back(sample);
    estimate(sampling, source.step_us());
    batch = go_on({&sampling}, plan, source.step_us(), source.now_ms() - start_ms);
  }
  return sampling;
}

PairSampling sample_pair_until_precise(const SamplingPlan& plan, const PairSource& source) {
  const double start_ms = source.first.now_ms();
  const double sample_ms = std::max(warm_up(plan, source.first), warm_up(plan, source.second));
  PairSampling pair;
  std::vector<Turn> turns;
  for (int batch = first_batch_of(plan, sample_ms); batch > 0;) {
    source.first.check_interrupt();
    for (Turn& turn : source.take_turns(batch)) {
      pair.first.samples.insert(pair.first.samples.end(), turn.first.begin(), turn.first.end());
      pair.second.samples.insert(pair.second.samples.end(), turn.second.begin(), turn.second.end());
      turns.push_back(std::move(turn));
    }
    const double step_us = source.first.step_us();
    estimate(pair.first, step_us);
    estimate(pair.second, step_us);
    batch = go_on({&pair.first, &pair.second}, plan, step_us, source.first.now_ms() - start_ms);
  }
  pair.ratio = pair_ratio(turns, source.first.step_us());
  return pair;
}

}  // namespace warpmark
