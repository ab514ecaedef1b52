// Which of the kernels that a pass of the hardware counters saw are whose. No CUDA in here.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/measure/watch_call.h"

namespace warpmark {

/// The metrics' values of a kernel.
using KernelValues = std::vector<double>;

struct LaunchedCall {
  std::size_t kernels;  // that it launches; of several calls each must be known, of a single one it may be 0
  Before before;
};

/// How many kernels run before a call that launches so many; a flush is `of_flush`.
std::size_t kernels_before(const LaunchedCall& call, std::size_t of_flush);

/// Each call's own kernels, without those that run before it: `of_flush` of a flush, as many again of the same call.
/// Throws std::runtime_error where that does not come to what was seen.
std::vector<std::vector<KernelValues>> kernels_of_calls(const std::vector<KernelValues>& seen,
                                                        const std::vector<LaunchedCall>& launched,
                                                        std::size_t of_flush);

}  // namespace warpmark
