#include "harness/measure/gpu_session.h"

namespace warpmark {

namespace {

const Device& woken(const Device& device) {
  device.wake();
  return device;
}

}  // namespace

GpuSession::GpuSession(const Options& options, const Suite& suite, const std::function<void()>& check_interrupt)
    : device(options.device),
      stage(woken(device), suite),
      counters(open_counters(options.counters, stage)),
      timer(choose_timer(options.timer, device.stream())),
      meter(stage, suite, *timer.timer, counters.counters.get(), options.sampling, check_interrupt) {}

}  // namespace warpmark
