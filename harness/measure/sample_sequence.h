// The order of operations of a batch of samples. Templated on what it drives, so that the order itself is tested with a
// fake that logs the calls and fails at any of them.
#pragma once

#include <algorithm>
#include <vector>

#include "harness/measure/timer.h"

namespace warpmark {

enum class L2State { cold, warm };

/// Driver has: void reset_persisting(), void flush_l2(), void begin(), void launch(), void end(), void observe(),
/// std::vector<Sample> collect().
///
/// A begin() is always followed by its end(), also when the launch throws, so that no later launch is counted as this
/// sample's. A cold sample's launch is queued while its flush still runs: the flush is outside the timed region and
/// hides the launch's latency.
template <class Driver>
void queue_sample(Driver& driver, L2State state) {
  if (state == L2State::cold) driver.flush_l2();
  driver.begin();
  try {
    driver.launch();
  } catch (...) {
    driver.end();
    throw;
  }
  driver.end();
}

/// The samples of a batch, without what precedes the batch.
///
/// Warm samples run back to back. Cold ones are collected one by one: samples queued in a row keep the memory's state
/// in step with their own rhythm (cold reads of 2 GiB on an H200 all take 456.9 us or all 458.7, as the first of them
/// does), and starting each anew draws that state anew. observe() (clocks, power) runs while the GPU is busy, at no
/// cost to it.
template <class Driver>
std::vector<Sample> run_samples(Driver& driver, L2State state, int count) {
  std::vector<Sample> samples;
  for (int i = 0; i < count; ++i) {
    queue_sample(driver, state);
    if (state == L2State::warm && i + 1 < count) continue;
    if (samples.empty()) driver.observe();
    const std::vector<Sample> collected = driver.collect();
    samples.insert(samples.end(), collected.begin(), collected.end());
  }
  return samples;
}

template <class Driver>
std::vector<Sample> take_samples(Driver& driver, L2State state, int count) {
  if (state == L2State::cold) driver.reset_persisting();
  return run_samples(driver, state, count);
}

/// Samples of the two workloads of a pair, as many of each, taken one right after the other.
struct Turn {
  std::vector<Sample> first;
  std::vector<Sample> second;
};

/// How many samples a turn takes of each workload, when a batch takes `count`. Warm ones run back to back, and whoever
/// takes over starts with the other's code in the instruction caches: a few at a time, but enough turns for an interval
/// (statistics.h). A cold sample begins anew anyway.
inline int samples_a_turn(L2State state, int count) {
  constexpr int most = 8;
  constexpr int turns = 5;
  return state == L2State::cold ? 1 : std::clamp(count / turns, 1, most);
}

/// `count` samples of each of two workloads in the order A B B A A B B A ..., so that what drifts (clock, temperature)
/// meets both alike: a drift at a constant rate cancels over two turns. `second_leads` in the first turn.
///
/// Driver has settle() besides: called before a workload takes over warm, to have things as it leaves them itself.
template <class Driver>
std::vector<Turn> take_turns(Driver& first, Driver& second, L2State state, int count, int a_turn, bool second_leads) {
  if (state == L2State::cold) first.reset_persisting();
  const Driver* last = nullptr;
  const auto take = [&](Driver& driver, int samples) {
    if (state == L2State::warm && last != &driver) driver.settle();
    last = &driver;
    return run_samples(driver, state, samples);
  };
  std::vector<Turn> turns;
  for (int left = count; left > 0; left -= a_turn) {
    const int samples = std::min(a_turn, left);
    Turn& turn = turns.emplace_back();
    if (second_leads) turn.second = take(second, samples);
    turn.first = take(first, samples);
    if (!second_leads) turn.second = take(second, samples);
    second_leads = !second_leads;
  }
  return turns;
}

}  // namespace warpmark
