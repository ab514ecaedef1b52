// How often a workload is sampled: until its centre is known well enough, or a budget ends. No CUDA in here.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "harness/measure/pair_ratio.h"
#include "harness/measure/sample_sequence.h"
#include "harness/measure/statistics.h"
#include "harness/measure/timer.h"

namespace warpmark {

struct SamplingPlan {
  double precision = 0.002;  // wanted half width of the centre's 95 % confidence interval, relative to it
  int most_samples = 500;
  double budget_ms = 50;  // wall clock of one row's sampling, warm-up included
};

struct Sampling {
  std::vector<Sample> samples;
  Centre centre;              // of busy_us
  bool budget_ended = false;  // before the precision was reached
};

/// What the sampler drives.
struct SampleSource {
  std::function<std::vector<Sample>(int count)> take;  // `count` samples
  std::function<double()> now_ms;                      // wall clock
  std::function<double()> step_us;                     // the timer's resolution, as known so far
  std::function<void()> check_interrupt;               // throws when the user wants to stop
};

/// Warms up until two successive samples agree, then samples in batches. Every sample taken after the warm-up counts.
Sampling sample_until_precise(const SamplingPlan& plan, const SampleSource& source);

struct PairSampling {
  Sampling first;
  Sampling second;
  std::optional<PairRatio> ratio;
};

/// What the sampler drives for a pair: each by itself to warm up, then both in turns. `first` has the clocks for both.
struct PairSource {
  SampleSource first;
  SampleSource second;
  std::function<std::vector<Turn>(int count)> take_turns;  // `count` samples of each
};

/// The same for a pair: as many samples of each, until both are precise or the budget of two has ended.
PairSampling sample_pair_until_precise(const SamplingPlan& plan, const PairSource& source);

}  // namespace warpmark
