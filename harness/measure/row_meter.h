// From a row of the suite to its measurement: fill, poison, sample, count, verify.
#pragma once

#include <functional>
#include <stdexcept>

#include "harness/measure/counters.h"
#include "harness/measure/output_hash.h"
#include "harness/measure/row_stage.h"
#include "harness/measure/sampler.h"
#include "harness/measure/suite.h"
#include "harness/measure/timer.h"
#include "harness/run/run.h"

namespace warpmark {

/// The user wants to stop.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

/// The row left the GPU unusable to this process; `row` says why.
class GpuLost : public std::runtime_error {
 public:
  explicit GpuLost(Row lost) : std::runtime_error(lost.error.value_or("")), row(std::move(lost)) {}
  Row row;
};

class RowMeter {
 public:
  /// `counters` may be null. `check_interrupt` is called between batches and may throw Interrupted.
  RowMeter(RowStage& stage, Timer& timer, Counters* counters, const SamplingPlan& plan,
           std::function<void()> check_interrupt);

  /// The row with its time and counters, or with the reason why it failed or cannot be measured here. Throws
  /// Interrupted and GpuLost only.
  ///
  /// Counters: gpu_bytes_read, gpu_bytes_written, gpu_gbps (decimal, read plus written), gpu_peak_percent (of the
  /// driver-derived peak), gpu_samples, gpu_spread (median absolute deviation over median), gpu_precision (half width
  /// of the centre's 95 % interval over the centre), gpu_median_us, gpu_span_us (only with several kernels a call),
  /// gpu_budget_ended (1: the precision was not reached), gpu_output_hash, gpu_sm_mhz, gpu_memory_mhz, gpu_throttle
  /// (NVML's bits), gpu_temp_c, gpu_memory_temp_c, gpu_power_w; the state of the card is what was seen while the row
  /// ran. With CUPTI those of launch_facts.h. With counters theirs, and of a cold row gpu_dram_per_declared_byte (DRAM
  /// bytes read and written for each byte that the workload declares).
  Row measure(const SuiteRow& row);

 private:
  void measure_into(Row& result, const SuiteRow& row);
  void drop_unfinished_samples();
  void count_work(Row& result, const Workload& workload) const;
  void count_hardware(Row& result, const Workload& workload, L2State l2);
  Sampling sample(const std::vector<Workload>& placed, L2State l2, std::vector<CardState>& states);

  RowStage& stage_;
  const Device& device_;
  Timer& timer_;
  Counters* counters_;
  SamplingPlan plan_;
  std::function<void()> check_interrupt_;
  OutputHasher hasher_;
};

}  // namespace warpmark
