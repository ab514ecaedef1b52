#pragma once

#include "harness/measure/timer.h"

namespace warpmark {

/// CUDA events around the launches: the fallback.
///
/// What it measures: from when the GPU passes the first event to when it passes the second. What that adds to the
/// kernel: launch latency and the events themselves, 2 to 5 us a sample on an H200, bimodal between processes. So it
/// lies about kernels of a few microseconds (a float copy of 1 Mi elements reads 5.8 to 8.9 us instead of 3.5) and is
/// sound from about a millisecond. busy_us equals span_us, and kernels is 0.
class EventTimer final : public Timer {
 public:
  EventTimer() = default;
  ~EventTimer() override;
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;

  void begin(cudaStream_t stream) override;
  void end(cudaStream_t stream) override;
  std::vector<Sample> collect(cudaStream_t stream) override;
  std::string name() const override { return "event"; }
  double step_ns() const override { return 0.5e3; }  // cudaEventElapsedTime: "around 0.5 microseconds"
  std::vector<KernelFacts> kernels() const override { return {}; }
  void pause() override {}
  void resume() override {}

 private:
  cudaEvent_t next_event();

  std::vector<cudaEvent_t> events_;  // begin, end, begin, end, ...; reused by every batch
  std::size_t used_ = 0;
};

}  // namespace warpmark
