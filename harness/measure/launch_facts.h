// How a call's kernel was launched, and how full of it the GPU can be: often the reason why a time moved.
#pragma once

#include <cuda_runtime.h>

#include <string>
#include <vector>

#include "harness/measure/timer.h"
#include "harness/run/counter_values.h"

namespace warpmark {

/// gpu_grid_blocks, gpu_block_threads, gpu_registers (of a thread), gpu_shared_bytes (of a block, static and dynamic),
/// gpu_occupancy_percent (theoretical: the warps that fit on a multiprocessor, of those it has room for) and gpu_waves
/// (how often the grid fills the GPU). Of a call of several kernels they are its longest kernel's; of some about as
/// long, the first one's, lest noise choose. Without a kernel there are none, without an answer from the occupancy
/// calculator the last two are absent.
CounterValues launch_facts(const std::vector<KernelFacts>& kernels, const cudaDeviceProp& gpu);

}  // namespace warpmark
