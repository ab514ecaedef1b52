#include <fstream>
#include <stdexcept>
#include <string>

#include "harness/measure/cuda_error.h"
#include "harness/measure/cupti_timer.h"
#include "harness/measure/event_timer.h"
#include "harness/measure/fill.h"
#include "harness/measure/timer.h"

namespace warpmark {

namespace {

/// The tool that has loaded itself into this process and holds what CUPTI needs, or nothing. Their libraries show in
/// the process's memory map whatever environment variables they were started through.
std::string tool_in_charge() {
  struct Tool {
    const char* file;
    const char* name;
  };
  constexpr Tool tools[] = {{"libsanitizer-collection", "compute-sanitizer"},
                            {"libInterceptorInjectionTarget", "compute-sanitizer"},
                            {"libcuda-injection", "Nsight Compute (ncu)"},
                            {"libToolsInjection", "Nsight Systems (nsys)"}};
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    for (const Tool& tool : tools) {
      if (line.find(tool.file) != std::string::npos) return tool.name;
    }
  }
  return {};
}

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
