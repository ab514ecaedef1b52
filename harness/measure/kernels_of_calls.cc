#include "harness/measure/kernels_of_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace warpmark {

std::size_t kernels_before(const LaunchedCall& call, std::size_t of_flush) {
  switch (call.before) {
    case Before::flush:
      return of_flush;
    case Before::same_call:
      return call.kernels;
    case Before::nothing:
      break;
  }
  return 0;
}

std::vector<std::vector<KernelValues>> kernels_of_calls(const std::vector<KernelValues>& seen,
                                                        const std::vector<LaunchedCall>& launched,
                                                        std::size_t of_flush) {
  std::vector<std::vector<KernelValues>> calls;
  std::size_t next = 0;
  for (LaunchedCall call : launched) {
    const std::size_t left = seen.size() - next;
    if (call.kernels == 0)
      call.kernels =
          call.before == Before::same_call ? left / 2 : left - std::min(left, kernels_before(call, of_flush));
    const std::size_t own = call.kernels;
    const std::size_t before = kernels_before(call, of_flush);
    if (own == 0 || before + own > left) break;
    const auto first = seen.begin() + static_cast<std::ptrdiff_t>(next + before);
    calls.emplace_back(first, first + static_cast<std::ptrdiff_t>(own));
    next += before + own;
  }
  if (calls.size() == launched.size() && next == seen.size()) return calls;
  throw std::runtime_error(fmt::format("the hardware counters saw {} kernels, not those of the calls", seen.size()));
}

}  // namespace warpmark
