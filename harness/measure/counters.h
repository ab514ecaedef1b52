// A row's hardware counters: one more pass over it, after its timing.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/measure/counter_plan.h"
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
  std::vector<std::string> names() const;
  std::vector<std::string> lacking() const { return lacking_; }
  std::size_t passes() const { return metrics_.passes(); }

  /// What one call of the workload counts, with the L2 as the row says: sums over its kernels. A metric that is not a
  /// sum (its name does not end in .sum) is absent for a call of several kernels. `kernels` is how many the call
  /// launches, 0 if not known. No activity records may be enabled. Throws CuptiError and CudaError.
  std::map<std::string, double> count(const Workload& workload, L2State l2, std::size_t kernels);

 private:
  struct Sum {
    Counter counter;
    std::size_t metric;  // index into metrics_
    std::size_t per;     // likewise, or none
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::vector<std::vector<double>> count_kernels(const Workload& workload, L2State l2, std::size_t kernels);

  RowStage& stage_;
  MetricSet metrics_;
  std::vector<Sum> sums_;
  std::vector<std::string> lacking_;
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
