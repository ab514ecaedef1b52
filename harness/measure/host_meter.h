// Rows of the host: a call timed by the host's clock. No CUDA in here.
#pragma once

#include <warpmark/suite.h>

#include <functional>

#include "harness/measure/sampler.h"
#include "harness/run/run.h"

namespace warpmark {

/// A clock that only goes forward, in us.
using HostClock = std::function<double()>;

/// The host's own.
double host_clock_us();

/// The row with its time, or with the reason why it failed. A sample is as many calls as take 50 us, lest the clock's
/// own time show. Counters as in row_meter.h, as far as they tell of samples and bytes. Throws what `check_interrupt`
/// throws.
Row measure_on_host(const SuiteRow& row, const SamplingPlan& plan, const HostClock& now_us,
                    const std::function<void()>& check_interrupt);

}  // namespace warpmark
