// How close a run's benchmarks come to the ceilings that were measured beside them.
#pragma once

#include <string>
#include <vector>

#include "harness/run/run.h"

namespace warpmark {

/// A benchmark's bandwidth as a share of a ceiling's, both of the same processes.
struct PercentOfCeiling {
  std::string key;
  std::string ceiling;  // the key of the row that is its ceiling
  double percent = 0;   // median over the processes that measured both
};

/// Of every benchmark that has a shape and, in the same shape and state of the L2, a row of quantize/ceiling that reads
/// as many bytes an element: the one that writes most nearly as many. Scales and other small change are not counted in
/// a ceiling's name, so 1.03 bytes written are held against 1.
std::vector<PercentOfCeiling> percent_of_ceilings(const Run& run);

/// The same row by row, as the counter gpu_ceiling_percent: the row's bandwidth, of that ceiling's in its process. A
/// row whose process has not measured the ceiling has none, not even one that it had before.
void count_percent_of_ceiling(Run& run);

}  // namespace warpmark
