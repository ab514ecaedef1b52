// The order of operations when calls are watched from outside: by hardware counters, or by a profiler. Templated on
// what it drives, as sample_sequence.h is, and tested with the same kind of fake.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/measure/sample_sequence.h"

namespace warpmark {

/// What brings the L2 into the state of a row, before its call is watched.
enum class Before {
  flush,
  same_call,
  nothing,  // the call watched before it was the same
};

inline Before before(L2State l2) { return l2 == L2State::cold ? Before::flush : Before::same_call; }

/// Driver has: void reset_persisting(), void flush_l2(), void launch(call), void wait(), void start(), bool stop(),
/// void enter(call), void leave().
///
/// A pass from start() to stop() watches each of the calls once, `calls` holding what comes before each. Between
/// enter() and leave() runs the call and nothing else, with the L2 as the row says: flushed, or just used by the same
/// call. Another pass, L2 and all, until stop() says that it has seen enough. A start() is always followed by its
/// stop(), an enter() by its leave().
template <class Driver>
void watch_calls(Driver& driver, const std::vector<Before>& calls) {
  const auto watch = [&](std::size_t call) {
    if (calls[call] == Before::flush) {
      driver.reset_persisting();
      driver.flush_l2();
    } else if (calls[call] == Before::same_call) {
      driver.launch(call);
    }
    driver.wait();
    driver.enter(call);
    ended(
        [&] {
          driver.launch(call);
          driver.wait();
        },
        [&] { driver.leave(); });
  };
  bool seen = false;
  do {
    driver.start();
    ended(
        [&] {
          for (std::size_t call = 0; call < calls.size(); ++call) watch(call);
        },
        [&] { seen = driver.stop(); });
  } while (!seen);
}

}  // namespace warpmark
