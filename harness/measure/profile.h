// Rows under a profiler's eyes instead of ours: --gpu_profile.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/measure/row_stage.h"

namespace warpmark {

/// Launches the row once between cudaProfilerStart and cudaProfilerStop, in an NVTX range of its name, and verifies the
/// result. Its kernels are loaded and its L2 is as its name says before; in between runs nothing but the call, and
/// nothing of CUPTI's is in use. Throws CudaError and WrongResult.
void profile_row(RowStage& stage, const SuiteRow& row);

/// profile_row for each of them, with a line on stdout; how many failed. `check_interrupt` is called before each and
/// may throw. Throws CudaError when the GPU is lost.
int profile_rows(RowStage& stage, const std::vector<const SuiteRow*>& rows,
                 const std::function<void()>& check_interrupt);

}  // namespace warpmark
