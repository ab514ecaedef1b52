// A row's hardware counters: one more pass over it, after its timing.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/measure/counter_plan.h"
#include "harness/measure/counter_sums.h"
#include "harness/measure/range_profiler.h"
#include "harness/measure/row_stage.h"
#include "harness/measure/sample_sequence.h"

namespace warpmark {

class Counters {
 public:
  /// Takes the counters that this GPU has into use, and proves that they count. Throws CuptiError where they are
  /// refused, InputError for a required metric that the GPU lacks.
  Counters(const std::vector<Counter>& plan, RowStage& stage);

  /// Names in the plan's order, without those that this GPU lacks.
  std::vector<std::string> names() const { return sums_.names(); }
  const std::vector<std::string>& lacking() const { return sums_.lacking(); }
  std::size_t passes() const { return metrics_.passes(); }

  /// What one call of the workload counts, with the L2 as the row says (see CounterSums::of). `kernels` is how many the
  /// call launches, 0 if not known. No activity records may be enabled. Throws CuptiError, CudaError and, when a call
  /// launches more kernels than could be foreseen, std::runtime_error.
  std::map<std::string, double> count(const Workload& workload, L2State l2, std::size_t kernels);

 private:
  std::vector<std::vector<double>> count_kernels(const Workload& workload, L2State l2, std::size_t kernels);

  RowStage& stage_;
  MetricSet metrics_;
  CounterSums sums_;
  std::unique_ptr<RangeProfiler> profiler_;
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
