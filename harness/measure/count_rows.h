// Rows for their hardware counters alone: --gpu_count_only.
#pragma once

#include <functional>
#include <vector>

#include "harness/measure/gpu_session.h"
#include "harness/measure/reporter.h"

namespace warpmark {

/// RowMeter::count of the rows, as many at a time as lie side by side in memory. Skipped are those that run on the
/// host, and all where counters cannot be had. `gpu` is null where no row needs it. Throws as RowMeter::count does.
void count_rows(GpuSession* gpu, const std::vector<const SuiteRow*>& rows, RowReporter& reporter,
                const std::function<void(const SuiteRow&)>& begins);

}  // namespace warpmark
