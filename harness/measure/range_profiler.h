// Hardware counters of kernels: CUPTI's range profiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/measure/metric_set.h"

struct CUpti_RangeProfiler_Object;

namespace warpmark {

/// CUPTI's name of the current device's chip, "GH100" say. Starts CUPTI's profiler. Throws CuptiError.
std::string current_chip();

/// Counts each kernel launched between start() and stop(). Metrics that the hardware cannot count at once take several
/// passes: we launch the work again for each (CUPTI: user replay), rather than let CUPTI do so (kernel replay), because
/// only then can every pass begin with the L2 in the wanted state, and nothing has to save and restore gigabytes.
///
/// Instructions and requests are exact. DRAM and L2 bytes are what flowed while the kernel ran: lines it wrote that are
/// still in the L2 when it ends are not among the bytes written. When it would lie: with CUPTI's activity records
/// enabled it counts instructions that are not the kernel's; whoever starts us pauses them.
///
/// A pass costs 20 ms on an H200 (14 to start, the rest to stop) and 1 ms for each kernel, the first one of a process
/// 0.7 s.
class RangeProfiler {
 public:
  /// Of a pass. Room for them is made once: of what is added later CUPTI uses some only (CUDA 13.0).
  static constexpr std::size_t most_kernels = 512;

  /// Takes the hardware's counters for the current context, for as long as it lives. Throws CuptiError.
  explicit RangeProfiler(const MetricSet& metrics);

  /// Forgets what was counted. Throws CuptiError.
  void clear();

  void start();
  /// The kernels must have ended. Whether that was the last pass.
  bool stop();

  /// The metrics' values of each kernel, in order of launch. Throws std::runtime_error when there were more than
  /// most_kernels.
  std::vector<std::vector<double>> values();

 private:
  struct Disable {
    void operator()(CUpti_RangeProfiler_Object* profiler) const;
  };
  void make_room();
  void configure();

  const MetricSet& metrics_;
  std::unique_ptr<CUpti_RangeProfiler_Object, Disable> profiler_;
  std::vector<std::uint8_t> data_;
};

}  // namespace warpmark
