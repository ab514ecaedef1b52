#include "harness/compare/interleaved.h"

#include <cmath>

namespace warpmark::compare {

std::vector<ProcessRatio> interleaved_ratios(const Measured& before, const Measured& after) {
  const auto ratios = before.counter_of_process("gpu_pair_ratio");
  const auto of_partner = after.counter_of_process("gpu_pair_ratio");
  const auto lows = before.counter_of_process("gpu_pair_ratio_low");
  const auto highs = before.counter_of_process("gpu_pair_ratio_high");
  std::vector<ProcessRatio> shared;
  for (const auto& [process, ratio] : ratios) {
    const auto partner = of_partner.find(process);
    if (partner == of_partner.end() || partner->second != ratio || ratio <= 0) continue;
    ProcessRatio measured{ratio, std::nullopt};
    const auto low = lows.find(process);
    const auto high = highs.find(process);
    if (low != lows.end() && high != highs.end() && 0 < low->second && low->second <= high->second)
      measured.interval = Interval{low->second, high->second};
    shared.push_back(measured);
  }
  return shared;
}

void turn_interleaved(std::vector<Match>& matches) {
  double agreement = 0;
  for (const Match& match : matches) {
    double log_times = 0;
    for (const double time_us : match.observed.before_us)
      log_times += std::log(time_us) / static_cast<double>(match.observed.before_us.size());
    for (const double time_us : match.observed.after_us)
      log_times -= std::log(time_us) / static_cast<double>(match.observed.after_us.size());
    for (const ProcessRatio& process : match.observed.interleaved) agreement += log_times * std::log(process.ratio);
  }
  if (agreement >= 0) return;
  for (Match& match : matches) {
    for (ProcessRatio& process : match.observed.interleaved) {
      process.ratio = 1 / process.ratio;
      if (process.interval) process.interval = Interval{1 / process.interval->high, 1 / process.interval->low};
    }
  }
}

}  // namespace warpmark::compare
