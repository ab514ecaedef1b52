// Bandwidth against size and block, from the rows of a sweep: where the L2 ends, and which configuration is best.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/run/run.h"

namespace warpmark {

struct SweepPoint {
  double gbps = 0;
  std::string key;
};

/// One STREAM kernel in one state of the L2.
struct SweepTable {
  std::string name;                                // "stream_sweep/triad, l2:warm"
  std::map<std::pair<int, int>, SweepPoint> best;  // {MiB an array, threads a block}: of every type and access
  std::map<int, double> working_set_bytes;         // by MiB an array
  SweepPoint best_of_all;
  SweepPoint best_of_memory;  // with a working set of at least four times the L2; none where nothing is that large
};

/// Throws InputError for a run without rows of stream_sweep that were measured.
std::vector<SweepTable> sweep_tables(const Run& run);

/// The tables for people: sizes down, blocks across, a bar for the best of a size, a line where the L2 is full.
std::string sweep_text(const Run& run);

}  // namespace warpmark
