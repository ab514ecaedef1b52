#include "harness/measure/row_meter.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>

#include "harness/measure/cuda_error.h"
#include "harness/measure/launch_facts.h"

namespace warpmark {

namespace {

double now_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

/// What take_samples drives: the real thing.
struct GpuDriver {
  const Workload& workload;
  Timer& timer;
  L2Flush& l2_flush;
  const Device& device;
  std::vector<CardState>* states;  // null: this batch is not observed

  void reset_persisting() { L2Flush::reset_persisting(); }
  void flush_l2() { l2_flush.flush(device.stream()); }
  void begin() { timer.begin(device.stream()); }
  void launch() { workload.run(device.stream()); }
  void end() { timer.end(device.stream()); }
  void observe() {
    if (states != nullptr) states->push_back(device.nvml().state());
  }
  std::vector<Sample> collect() { return timer.collect(device.stream()); }
};

/// The card's state over the row: its lowest clocks, every slowdown, the highest temperature and power.
void count_states(Row& result, const std::vector<CardState>& states) {
  const auto keep = [&](const char* name, auto value, auto better) {
    if (!value) return;
    const auto number = static_cast<double>(*value);
    const auto [place, added] = result.counters.emplace(name, number);
    if (!added) place->second = better(place->second, number);
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

void count_sampling(Row& result, const Sampling& sampling) {
  const Centre& centre = sampling.centre;
  result.time_us = centre.time_us;
  result.counters["gpu_samples"] = static_cast<double>(sampling.samples.size());
  result.counters["gpu_spread"] = centre.mad_us / centre.median_us;
  result.counters["gpu_median_us"] = centre.median_us;
  if (std::isfinite(centre.half_width_us)) result.counters["gpu_precision"] = centre.half_width_us / centre.time_us;
  if (sampling.budget_ended) result.counters["gpu_budget_ended"] = 1;
  if (sampling.samples.front().kernels > 1) {
    std::vector<double> spans_us;
    for (const Sample& sample : sampling.samples) spans_us.push_back(sample.span_us);
    result.counters["gpu_span_us"] = centre_of(std::move(spans_us), 0).time_us;
  }
}

}  // namespace

RowMeter::RowMeter(RowStage& stage, Timer& timer, Counters* counters, const SamplingPlan& plan,
                   std::function<void()> check_interrupt)
    : stage_(stage),
      device_(stage.device()),
      timer_(timer),
      counters_(counters),
      plan_(plan),
      check_interrupt_(std::move(check_interrupt)) {}

Row RowMeter::measure(const SuiteRow& row) {
  Row result;
  result.key = row.key;
  result.name = row.key;
  result.params.insert(row.params.begin(), row.params.end());
  result.skipped = stage_.obstacle(row);
  if (result.skipped) return result;
  try {
    measure_into(result, row);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& failure) {
    result.time_us = 0;
    result.counters.clear();
    result.error = failure.what();
    if (cuda_is_lost()) throw GpuLost(std::move(result));
    drop_unfinished_samples();
  }
  return result;
}

/// Samples that the failed row had begun must not be taken for those of the next one.
void RowMeter::drop_unfinished_samples() {
  try {
    timer_.collect(device_.stream());
  } catch (const std::exception&) {  // that they are incomplete is known
  }
}

void RowMeter::measure_into(Row& result, const SuiteRow& row) {
  cudaStream_t const stream = device_.stream();
  const std::vector<Workload> placed = stage_.place(row);
  for (const Workload& workload : placed) stage_.prepare(workload);
  std::vector<CardState> states;
  const Sampling sampling = sample(placed, row.l2, states);
  const Workload& workload = placed.front();
  count_sampling(result, sampling);
  count_work(result, workload);
  count_states(result, states);
  const std::vector<KernelFacts> kernels = timer_.kernels();
  for (const KernelFacts& kernel : kernels) result.kernels.push_back(kernel.name);
  result.counters.merge(launch_facts(kernels, device_.properties()));
  if (counters_ != nullptr) count_hardware(result, workload, row.l2);

  for (const Workload& each : placed) each.check_outputs();
  result.label = workload.label();
  if (!workload.outputs().empty()) {
    result.counters["gpu_output_hash"] = static_cast<double>(hasher_.hash(workload.outputs(), stream));
  }
}

void RowMeter::count_work(Row& result, const Workload& workload) const {
  const auto bytes = static_cast<double>(workload.bytes_read() + workload.bytes_written());
  if (bytes == 0) return;
  const double gbps = bytes / result.time_us * 1e-3;
  result.counters["gpu_bytes_read"] = static_cast<double>(workload.bytes_read());
  result.counters["gpu_bytes_written"] = static_cast<double>(workload.bytes_written());
  result.counters["gpu_gbps"] = gbps;
  result.counters["bytes_per_second"] = gbps * 1e9;
  if (const double peak = device_.facts().peak_gbps_driver; peak > 0) {
    result.counters["gpu_peak_percent"] = gbps / peak * 100;
  }
}

/// What cannot be counted is said and left out; the time stands.
void RowMeter::count_hardware(Row& result, const Workload& workload, L2State l2) {
  std::map<std::string, double> counted;
  timer_.pause();
  try {
    counted = counters_->count(workload, l2, result.kernels.size());
  } catch (const CudaError&) {
    timer_.resume();
    throw;
  } catch (const std::runtime_error& failure) {
    std::cerr << "note: " << result.key << ": no hardware counters: " << failure.what() << '\n';
  }
  timer_.resume();
  result.counters.merge(counted);

  const auto moved = [&](const char* name) {
    const auto found = result.counters.find(name);
    return found != result.counters.end() ? found->second : 0;
  };
  const double declared = moved("gpu_bytes_read") + moved("gpu_bytes_written");
  const double dram = moved("gpu_dram_bytes_read") + moved("gpu_dram_bytes_written");
  if (l2 == L2State::cold && declared > 0 && dram > 0) result.counters["gpu_dram_per_declared_byte"] = dram / declared;
}

Sampling RowMeter::sample(const std::vector<Workload>& placed, L2State l2, std::vector<CardState>& states) {
  const auto places = static_cast<int>(placed.size());
  int next = 0;  // where the next batch begins, so that all places have their turn
  const auto take = [&](int count) {
    std::vector<Sample> samples;
    for (int i = 0; i < std::min(places, count); ++i) {
      const Workload& workload = placed[static_cast<std::size_t>((next + i) % places)];
      // The buffers of the other places may have pushed this one's out of the L2.
      if (l2 == L2State::warm && places > 1) workload.run(device_.stream());
      GpuDriver driver{workload, timer_, stage_.l2_flush(), device_, i == 0 ? &states : nullptr};
      const int share = count / places + (i < count % places ? 1 : 0);
      for (const Sample& sample : take_samples(driver, l2, share)) samples.push_back(sample);
    }
    next = (next + count) % places;
    return samples;
  };
  return sample_until_precise(plan_, {.take = take,
                                      .now_ms = now_ms,
                                      .step_us = [&] { return timer_.step_ns() * 1e-3; },
                                      .check_interrupt = check_interrupt_});
}

}  // namespace warpmark
