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
/// Everything up to collect() is queued without waiting, so that the GPU never idles between samples and a cold
/// sample's launch is queued while its flush still runs: the flush is outside the timed region and hides the launch's
/// latency. observe() (clocks, power) runs while the GPU is busy with the batch, at no cost to it. A begin() is always
/// followed by its end(), also when the launch throws, so that no later launch is counted as this sample's.
template <class Driver>
std::vector<Sample> take_samples(Driver& driver, L2State state, int count) {
  if (state == L2State::cold) driver.reset_persisting();
  for (int i = 0; i < count; ++i) {
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
  driver.observe();
  return driver.collect();
}

}  // namespace warpmark
