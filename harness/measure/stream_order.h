// Whether all that a call launches is in order with the stream it was given: what is not runs while the L2 is still
// being flushed, or beside the next call, and its time means nothing.
#pragma once

#include <cuda_runtime.h>
#include <warpmark/workload.h>

#include <cstdint>

#include "harness/measure/timer.h"

namespace warpmark {

/// Launches the workload once, between two kernels of ours. Throws std::runtime_error where one of its kernels ran
/// before the first had ended, or after the second had begun, and where it launches none; a timer that does not know
/// when kernels run cannot tell. Synchronises.
void check_stream_order(const Workload& workload, Timer& timer, cudaStream_t stream);

/// The rule. `before`, `call` and `after` are samples in that order. Throws std::runtime_error.
void require_order(const Sample& before, const Sample& call, const Sample& after);

/// One thread that waits for so long on the GPU's own clock.
void wait_on_gpu(std::uint64_t ns, cudaStream_t stream);

}  // namespace warpmark
