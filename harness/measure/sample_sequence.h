// The order of operations of a batch of samples. Templated on what it drives, so that the order itself is tested with a
// fake that logs the calls and fails at any of them.
#pragma once

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

/// Warm samples run back to back. Cold ones are collected one by one: samples queued in a row keep the memory's state
/// in step with their own rhythm (cold reads of 2 GiB on an H200 all take 456.9 us or all 458.7, as the first of them
/// does), and starting each anew draws that state anew. observe() (clocks, power) runs while the GPU is busy, at no
/// cost to it.
template <class Driver>
std::vector<Sample> take_samples(Driver& driver, L2State state, int count) {
  if (state == L2State::cold) driver.reset_persisting();
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

}  // namespace warpmark
