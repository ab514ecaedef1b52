// How long a sample of a workload ran on the GPU: one interface, two clocks.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpmark {

/// GPU time of one call of a workload.
struct Sample {
  double busy_us = 0;  // sum over its kernels
  double span_us = 0;  // first start to last end
  int kernels = 0;     // how many it launched; 0 where the timer cannot know

  // Of the first start and the last end, on a clock of the timer's; 0 where it cannot know.
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
};

/// A kernel of a call, as it was launched.
struct KernelFacts {
  std::string name;  // mangled
  double time_us = 0;
  double grid_blocks = 0;
  int block_threads = 0;
  int registers = 0;  // of a thread
  int static_shared_bytes = 0;
  int dynamic_shared_bytes = 0;
};

/// begin and end bracket the launches of one sample, collect waits for all samples since the last collect.
class Timer {
 public:
  virtual ~Timer() = default;

  virtual void begin(cudaStream_t stream) = 0;
  virtual void end(cudaStream_t stream) = 0;

  /// Synchronises `stream`. One Sample a begin/end pair, in order. Throws when one is missing or has no time.
  virtual std::vector<Sample> collect(cudaStream_t stream) = 0;

  /// "cupti" or "event": times of different timers are never compared.
  virtual std::string name() const = 0;

  /// Resolution in ns, as observed so far; 0 before anything was measured.
  virtual double step_ns() const = 0;

  /// The kernels of the last batch's first sample, in order of their start; empty where the timer cannot know.
  virtual std::vector<KernelFacts> kernels() const = 0;

  /// Lets go of what hardware counters need for themselves, and takes it again. Between samples only.
  virtual void pause() = 0;
  virtual void resume() = 0;
};

enum class TimerChoice { automatic, cupti, event };

struct ChosenTimer {
  std::unique_ptr<Timer> timer;
  std::string reason;  // why not CUPTI, if it is not
};

/// CUPTI where it works; events where it is refused, delivers nothing, or another tool (compute-sanitizer, ncu, nsys)
/// holds it, with the reason. With TimerChoice::cupti that is a std::runtime_error. The timer has measured some small
/// kernels on `stream`, so that it is known to work and step_ns() is known.
ChosenTimer choose_timer(TimerChoice choice, cudaStream_t stream);

}  // namespace warpmark
