#include <warpmark/fill.h>

#include <stdexcept>
#include <string>

#include "harness/measure/cuda_error.h"
#include "harness/measure/cupti_timer.h"
#include "harness/measure/event_timer.h"
#include "harness/measure/timer.h"
#include "harness/measure/tool_in_charge.h"

namespace warpmark {

namespace {

/// Measures some small kernels, after which step_ns() is known.
void learn_step(Timer& timer, cudaStream_t stream) {
  constexpr int samples = 64;
  constexpr std::size_t most = std::size_t{1} << 20;
  void* memory = nullptr;
  check_cuda(cudaMalloc(&memory, most * sizeof(float)), "learning the timer's step");
  const std::unique_ptr<void, decltype(&cudaFree)> scratch(memory, cudaFree);
  for (std::size_t i = 1; i <= samples; ++i) {  // of different lengths, lest all durations share a divisor
    timer.begin(stream);
    fill_seeded(static_cast<float*>(scratch.get()), most / samples * i, i, stream);
    timer.end(stream);
  }
  timer.collect(stream);
}

template <class T>
std::unique_ptr<Timer> proven(cudaStream_t stream) {
  auto timer = std::make_unique<T>();
  learn_step(*timer, stream);
  return timer;
}

}  // namespace

ChosenTimer choose_timer(TimerChoice choice, cudaStream_t stream) {
  if (choice == TimerChoice::event) return {proven<EventTimer>(stream), "asked for with --gpu_timer=event"};
  std::string reason;
  if (const std::string tool = tool_in_charge(); !tool.empty()) {
    reason = "the process runs under " + tool + ", which cannot share it with CUPTI";
  } else {
    try {
      return {proven<CuptiTimer>(stream), ""};
    } catch (const std::runtime_error& refusal) {
      if (cuda_is_lost()) throw;
      reason = refusal.what();
    }
  }
  if (choice == TimerChoice::cupti) throw std::runtime_error(reason);
  return {proven<EventTimer>(stream), reason};
}

}  // namespace warpmark
