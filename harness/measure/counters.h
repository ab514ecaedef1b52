// A row's hardware counters: one more pass over it, after its timing.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/measure/counter_plan.h"
#include "harness/measure/counter_sums.h"
#include "harness/measure/kernels_of_calls.h"
#include "harness/measure/range_profiler.h"
#include "harness/measure/row_stage.h"
#include "harness/measure/watch_call.h"
#include "harness/run/counter_values.h"

namespace warpmark {

struct CountedCall {
  const Workload* workload;
  LaunchedCall launched;
};

class Counters {
 public:
  /// Takes the counters that this GPU has into use, and proves that they count. Throws CuptiError where they are
  /// refused, InputError for a required metric that the GPU lacks, std::runtime_error where they see no kernel.
  Counters(const std::vector<Counter>& plan, RowStage& stage);

  /// Names in the plan's order, without those that this GPU lacks.
  std::vector<std::string> names() const { return sums_.names(); }
  const std::vector<std::string>& lacking() const { return sums_.lacking(); }
  std::size_t passes() const { return metrics_.passes(); }

  /// What each call counts (see CounterSums::of), all prepared and with the L2 as it says. Many at once cost a third
  /// of what they cost one by one. No activity records may be enabled. Throws CuptiError, CudaError and, when other
  /// kernels were seen than foreseen, std::runtime_error.
  std::vector<CounterValues> count(const std::vector<CountedCall>& calls);

  /// The call that was launched last, should count() throw.
  const Workload* launched_last() const { return launched_last_; }

 private:
  std::vector<KernelValues> watched(std::span<const CountedCall> calls);
  std::vector<CountedCall> calls_of_a_pass(std::span<const CountedCall> left) const;

  RowStage& stage_;
  MetricSet metrics_;
  CounterSums sums_;
  std::unique_ptr<RangeProfiler> profiler_;
  const Workload* launched_last_ = nullptr;
  std::size_t kernels_of_flush_ = 0;  // what else the driver launches for it among them
};

struct OpenedCounters {
  std::unique_ptr<Counters> counters;  // null: none can be had
  std::string reason;                  // why, and what to do about it; or what is missing of them
};

/// The counters of `plan`; no counters for an empty one. Being refused them is no error. Throws InputError.
OpenedCounters open_counters(const std::vector<Counter>& plan, RowStage& stage);

/// What to do about a refusal of CUPTI's; empty where we know nothing.
std::string counters_remedy(int cupti_result);

}  // namespace warpmark
