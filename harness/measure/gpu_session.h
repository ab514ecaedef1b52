// The GPU with all that its rows are measured with, opened once for a program.
#pragma once

#include <warpmark/suite.h>

#include <functional>

#include "harness/measure/counters.h"
#include "harness/measure/device.h"
#include "harness/measure/options.h"
#include "harness/measure/row_meter.h"
#include "harness/measure/row_stage.h"
#include "harness/measure/timer.h"

namespace warpmark {

struct GpuSession {
  /// Wakes the GPU. `check_interrupt` as in row_meter.h. Throws NoGpu.
  GpuSession(const Options& options, const Suite& suite, const std::function<void()>& check_interrupt);

  Device device;
  RowStage stage;
  OpenedCounters counters;  // before the timer: never both at once
  ChosenTimer timer;
  RowMeter meter;
};

}  // namespace warpmark
