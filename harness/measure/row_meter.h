// From a row of the suite to its measurement: fill, poison, sample, count, verify.
#pragma once

#include <warpmark/suite.h>

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "harness/measure/counters.h"
#include "harness/measure/output_hash.h"
#include "harness/measure/placed_sampling.h"
#include "harness/measure/row_stage.h"
#include "harness/measure/sampler.h"
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
  RowMeter(RowStage& stage, const Suite& suite, Timer& timer, Counters* counters, const SamplingPlan& plan,
           std::function<void()> check_interrupt);

  /// The row with its time and counters, or with the reason why it failed or cannot be measured here. Throws
  /// Interrupted and GpuLost only.
  ///
  /// Counters: gpu_bytes_read, gpu_bytes_written, gpu_gbps (decimal, read plus written), gpu_peak_percent (of the
  /// driver-derived peak), gpu_samples, gpu_spread (median absolute deviation over median), gpu_precision (half width
  /// of the centre's 95 % interval over the centre), gpu_median_us, gpu_span_us (only with several kernels a call),
  /// gpu_budget_ended (1: the precision was not reached), gpu_output_hash (not of a nondeterministic result),
  /// gpu_sm_mhz, gpu_memory_mhz, gpu_throttle (NVML's bits), gpu_temp_c, gpu_memory_temp_c, gpu_power_w; the state of
  /// the card is what was seen while the row ran. With CUPTI those of launch_facts.h. With counters theirs, and of a
  /// cold row gpu_dram_per_declared_byte (DRAM bytes read and written for each byte that the workload declares).
  ///
  /// A row with a partner is measured in turns with it, and what was found of the partner is kept until its turn comes.
  /// Both then have gpu_pair_ratio (time of the pair's first over that of its second), gpu_pair_ratio_low and
  /// gpu_pair_ratio_high (95 % interval: pair_ratio.h); a row whose partner fails has not. Results that differ are an
  /// error of both.
  Row measure(const SuiteRow& row);

  /// The rows' hardware counters, and a time of few samples each: no result is verified. Rows that lie side by side in
  /// memory are counted together, which takes a third of the time that they take one by one. `begins` is called as each
  /// row does. Throws Interrupted and GpuLost only.
  std::vector<Row> count(const std::vector<const SuiteRow*>& rows, const std::function<void(const SuiteRow&)>& begins);

 private:
  struct Measured;

  template <class Measure>
  Row unless_failed(const SuiteRow& row, const Measure& measure);
  Row measure_alone(const SuiteRow& row);
  std::optional<Row> measure_pair(const SuiteRow& row, const SuiteRow& partner);
  void measure_in_turns(Measured& asked, Measured& partner, const SuiteRow*& running);
  std::optional<Row> take_kept(const std::string& key);

  void report(Measured& measured);
  void look_at(Measured& measured);
  void verify(Measured& measured);
  void drop_unfinished_samples();
  void count_hardware(const std::vector<Measured*>& together);

  RowStage& stage_;
  const Suite& suite_;
  const Device& device_;
  Timer& timer_;
  Counters* counters_;
  SamplingPlan plan_;
  std::function<void()> check_interrupt_;
  OutputHasher hasher_;
  std::map<std::string, std::deque<Row>> kept_;  // measured as a partner, one a repetition
  std::set<std::string> alone_;                  // keys of pairs that cannot be measured together
};

}  // namespace warpmark
