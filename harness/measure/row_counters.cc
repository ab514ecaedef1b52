#include "harness/measure/row_counters.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace warpmark {

void count_sampling(Row& row, const Sampling& sampling) {
  const Centre& centre = sampling.centre;
  row.time_us = centre.time_us;
  row.counters["gpu_samples"] = static_cast<double>(sampling.samples.size());
  row.counters["gpu_spread"] = centre.mad_us / centre.median_us;
  row.counters["gpu_median_us"] = centre.median_us;
  if (std::isfinite(centre.half_width_us)) row.counters["gpu_precision"] = centre.half_width_us / centre.time_us;
  if (sampling.budget_ended) row.counters["gpu_budget_ended"] = 1;
  if (sampling.samples.front().kernels > 1) {
    std::vector<double> spans_us;
    for (const Sample& sample : sampling.samples) spans_us.push_back(sample.span_us);
    row.counters["gpu_span_us"] = centre_of(std::move(spans_us), 0).time_us;
  }
}

void count_work(Row& row, const Workload& workload, double peak_gbps) {
  const auto bytes = static_cast<double>(workload.bytes_read() + workload.bytes_written());
  if (bytes == 0) return;
  const double gbps = bytes / row.time_us * 1e-3;
  row.counters["gpu_bytes_read"] = static_cast<double>(workload.bytes_read());
  row.counters["gpu_bytes_written"] = static_cast<double>(workload.bytes_written());
  row.counters["gpu_gbps"] = gbps;
  row.counters["bytes_per_second"] = gbps * 1e9;
  if (peak_gbps > 0) row.counters["gpu_peak_percent"] = gbps / peak_gbps * 100;
}

void count_states(Row& row, const std::vector<CardState>& states) {
  const auto keep = [&](const char* name, auto value, auto better) {
    if (!value) return;
    const auto number = static_cast<double>(*value);
    const auto before = row.counter(name);
    row.counters[name] = before ? better(*before, number) : number;
  };
  const auto lower = [](double a, double b) { return std::min(a, b); };
  const auto higher = [](double a, double b) { return std::max(a, b); };
  const auto both = [](double a, double b) {
    return static_cast<double>(static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b));
  };
  for (const CardState& state : states) {
    keep("gpu_sm_mhz", state.sm_mhz, lower);
    keep("gpu_memory_mhz", state.memory_mhz, lower);
    keep("gpu_throttle", state.slowdown, both);
    keep("gpu_temp_c", state.temperature_c, higher);
    keep("gpu_memory_temp_c", state.memory_temperature_c, higher);
    keep("gpu_power_w", state.power_w, higher);
  }
}

void count_ratio(Row& row, const PairRatio& ratio) {
  row.counters["gpu_pair_ratio"] = ratio.ratio;
  row.counters["gpu_pair_ratio_low"] = ratio.low;
  row.counters["gpu_pair_ratio_high"] = ratio.high;
}

}  // namespace warpmark
