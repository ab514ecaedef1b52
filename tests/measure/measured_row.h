// One workload, measured as its cold row is.
#pragma once

#include <functional>

#include "harness/measure/row_meter.h"

namespace warpmark::test {

inline Row measured_row(
    const Declare& declare, const std::function<void()>& check_interrupt = [] {}) {
  Suite suite;
  suite.add("test/row", {{"size", 1}}, declare);
  const Device device(0);
  RowStage stage(device, suite);
  const ChosenTimer timer = choose_timer(TimerChoice::automatic, device.stream());
  RowMeter meter(stage, suite, *timer.timer, nullptr, {}, check_interrupt);
  return meter.measure(suite.rows().front());
}

/// Whether the timer knows the kernels of a call: without, fewer mistakes can be told.
inline bool knows_kernels() {
  const Device device(0);
  return choose_timer(TimerChoice::automatic, device.stream()).timer->name() == "cupti";
}

}  // namespace warpmark::test
