// The order of operations when one call is watched from outside: by hardware counters, or by a profiler. Templated on
// what it drives, as sample_sequence.h is, and tested with the same kind of fake.
#pragma once

#include "harness/measure/sample_sequence.h"

namespace warpmark {

/// Driver has: void reset_persisting(), void flush_l2(), void launch(), void wait(), void start(), bool stop().
///
/// Between start() and stop() runs the call and nothing else, with the L2 as the row says: flushed, or just used by the
/// same call. Again, L2 and all, until stop() says that it has seen enough. A start() is always followed by its stop().
template <class Driver>
void watch_call(Driver& driver, L2State state) {
  for (bool seen = false; !seen;) {
    if (state == L2State::cold) {
      driver.reset_persisting();
      driver.flush_l2();
    } else {
      driver.launch();
    }
    driver.wait();
    driver.start();
    try {
      driver.launch();
      driver.wait();
    } catch (...) {
      try {
        driver.stop();
      } catch (...) {  // the first failure is the one that tells
      }
      throw;
    }
    seen = driver.stop();
  }
}

}  // namespace warpmark
