#pragma once

#include <cstdint>

#include "harness/measure/timer.h"

namespace warpmark {

/// Kernel records of CUPTI's activity API: the start and end that the GPU itself stamped.
///
/// What it measures: each kernel from its first to its last instruction, without launch latency: 1.9 us for a copy that
/// events read as 4.5 to 8.9. What it leaves out: memcpy and memset nodes of a workload (they are no kernels), and gaps
/// between kernels (those are in span_us). Kernels launched between samples (flush, hash, fill) leave records too; an
/// external correlation id tells the sample's own apart. When it would lie: records dropped or not yet delivered, times
/// of 0/0; each of these is an error here, never a sample.
///
/// CUPTI's callbacks know no user data: one CuptiTimer a process.
class CuptiTimer final : public Timer {
 public:
  /// Throws std::runtime_error with CUPTI's reason when it refuses.
  CuptiTimer();
  ~CuptiTimer() override;
  CuptiTimer(const CuptiTimer&) = delete;
  CuptiTimer& operator=(const CuptiTimer&) = delete;

  void begin(cudaStream_t stream) override;
  void end(cudaStream_t stream) override;
  std::vector<Sample> collect(cudaStream_t stream) override;
  std::string name() const override { return "cupti"; }
  double step_ns() const override { return static_cast<double>(step_ns_); }
  std::vector<KernelFacts> kernels() const override { return kernels_; }
  void pause() override;
  void resume() override;

 private:
  std::uint64_t samples_ = 0;  // begun since the last collect
  std::uint64_t step_ns_ = 0;  // see clock_step_ns
  std::vector<KernelFacts> kernels_;
};

/// The step of the clock that took these durations: the largest power of two that divides them all, give or take the 2
/// ns by which CUPTI's conversion from GPU to host time rounds; 1 where there is none. `before` is the step as known
/// from earlier durations, 0 if there were none.
std::uint64_t clock_step_ns(const std::vector<std::uint64_t>& durations_ns, std::uint64_t before);

}  // namespace warpmark
