#include "harness/measure/event_timer.h"

#include <utility>

#include "harness/measure/cuda_error.h"

namespace warpmark {

EventTimer::~EventTimer() {
  for (cudaEvent_t event : events_) cudaEventDestroy(event);
}

cudaEvent_t EventTimer::next_event() {
  if (used_ == events_.size()) {
    cudaEvent_t event = nullptr;
    check_cuda(cudaEventCreate(&event), "creating an event");
    events_.push_back(event);
  }
  return events_[used_++];
}

void EventTimer::begin(cudaStream_t stream) { check_cuda(cudaEventRecord(next_event(), stream), "recording an event"); }

void EventTimer::end(cudaStream_t stream) { check_cuda(cudaEventRecord(next_event(), stream), "recording an event"); }

std::vector<Sample> EventTimer::collect(cudaStream_t stream) {
  const std::size_t used = std::exchange(used_, 0);
  check_cuda(cudaStreamSynchronize(stream), "running the workload");
  std::vector<Sample> samples;
  for (std::size_t i = 0; i + 1 < used; i += 2) {
    float elapsed_ms = 0;
    check_cuda(cudaEventElapsedTime(&elapsed_ms, events_[i], events_[i + 1]), "reading an event");
    const double elapsed_us = static_cast<double>(elapsed_ms) * 1e3;
    samples.push_back({.busy_us = elapsed_us, .span_us = elapsed_us, .kernels = 0});
  }
  return samples;
}

}  // namespace warpmark
