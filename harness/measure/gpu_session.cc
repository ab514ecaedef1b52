#include "harness/measure/gpu_session.h"

namespace warpmark {

namespace {

/// Rows are counted side by side.
constexpr std::size_t arena_bytes_to_count_in = std::size_t{112} << 30;

const Device& woken(const Device& device) {
  device.wake();
  return device;
}

}  // namespace

GpuSession::GpuSession(const Options& options, const Suite& suite, const std::function<void()>& check_interrupt)
    : device(options.device),
      stage(woken(device), suite, options.count_only ? arena_bytes_to_count_in : usual_arena_bytes),
      counters(open_counters(options.counters, stage)),
      timer(choose_timer(options.timer, device.stream())),
      meter(stage, suite, *timer.timer, counters.counters.get(), options.sampling, check_interrupt) {}

}  // namespace warpmark
