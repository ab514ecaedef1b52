// Which of the kernels that a pass of the hardware counters saw are whose. No CUDA in here.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/measure/sample_sequence.h"

namespace warpmark {

/// The metrics' values of a kernel.
using KernelValues = std::vector<double>;

struct LaunchedCall {
  std::size_t kernels;  // that it launches; of several calls each must be known, of a single one it may be 0
  L2State l2;
};

/// Before a cold call run the kernels that bring the L2 into that state, `before_cold` of them, before a warm one the
/// same call. Returns each call's own. Throws std::runtime_error where that does not come to what was seen.
std::vector<std::vector<KernelValues>> kernels_of_calls(const std::vector<KernelValues>& seen,
                                                        const std::vector<LaunchedCall>& launched,
                                                        std::size_t before_cold);

}  // namespace warpmark
