#include "harness/measure/kernels_of_calls.h"

#include <fmt/format.h>

#include <stdexcept>

namespace warpmark {

std::vector<std::vector<KernelValues>> kernels_of_calls(const std::vector<KernelValues>& seen,
                                                        const std::vector<LaunchedCall>& launched,
                                                        std::size_t before_cold) {
  std::vector<std::vector<KernelValues>> calls;
  std::size_t next = 0;
  for (const auto& [known, l2] : launched) {
    const std::size_t left = seen.size() - next;
    std::size_t own = known;
    if (own == 0) own = l2 == L2State::warm ? left / 2 : left > before_cold ? left - before_cold : 0;
    const std::size_t before = l2 == L2State::warm ? own : before_cold;
    if (own == 0 || before + own > left) break;
    const auto first = seen.begin() + static_cast<std::ptrdiff_t>(next + before);
    calls.emplace_back(first, first + static_cast<std::ptrdiff_t>(own));
    next += before + own;
  }
  if (calls.size() == launched.size() && next == seen.size()) return calls;
  throw std::runtime_error(fmt::format("the hardware counters saw {} kernels, not those of the calls", seen.size()));
}

}  // namespace warpmark
