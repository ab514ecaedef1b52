#include "harness/gate/modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/gate/quantities.h"
#include "harness/run/median.h"

namespace warpmark {

namespace {

constexpr std::ptrdiff_t fewest_processes = 2;
constexpr double least_share = 0.15;
constexpr double least_gap_of_widths = 3;

}  // namespace

std::optional<Modes> separated_modes(std::vector<double> times_us, double least_distance) {
  if (std::ssize(times_us) < 2 * fewest_processes) return std::nullopt;
  std::sort(times_us.begin(), times_us.end());
  auto second = times_us.begin() + 1;  // where the second mode begins: after the widest gap
  for (auto next = second; next != times_us.end(); ++next) {
    if (*next - *(next - 1) > *second - *(second - 1)) second = next;
  }
  const std::vector<double> fast(times_us.begin(), second);
  const std::vector<double> slow(second, times_us.end());
  const auto smaller = std::min(std::ssize(fast), std::ssize(slow));
  if (smaller < fewest_processes || static_cast<double>(smaller) < least_share * static_cast<double>(times_us.size()))
    return std::nullopt;
  const double gap = slow.front() - fast.back();
  const double width = std::max(fast.back() - fast.front(), slow.back() - slow.front());
  const Modes modes = {median(fast), median(slow), static_cast<int>(fast.size()), static_cast<int>(slow.size())};
  const bool is_apart = gap > least_gap_of_widths * width && modes.slow_us > modes.fast_us * (1 + least_distance);
  return is_apart ? std::optional(modes) : std::nullopt;
}

bool has_modes(const SessionTimes& sessions, double least_distance) {
  std::vector<double> relative;
  for (const auto& times : sessions) {
    const double centre = median(times);
    for (const double time_us : times) relative.push_back(time_us / centre);
  }
  return separated_modes(std::move(relative), least_distance).has_value();
}

std::string modes_text(const Modes& modes) {
  return fmt::format("{} processes at {}, {} at {} ({})", modes.fast, time_text(modes.fast_us), modes.slow,
                     time_text(modes.slow_us), change_text(modes.slow_us / modes.fast_us));
}

}  // namespace warpmark
