// What a run's benchmarks move a second.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/run.h"

namespace warpmark {

/// Of one benchmark. Decimal GB/s, bytes read plus bytes written.
struct Bandwidth {
  std::map<int, double> gbps;  // process -> GB/s, its repetitions' median
  double moved_bytes = 0;      // each byte once: the working set
  std::map<std::string, nlohmann::json> params;

  double median_gbps() const;
  double spread() const;  // over processes: (highest - lowest) / median
};

/// Of one row, GB/s; nothing where it was not measured or does not say how many bytes it moves.
std::optional<double> gbps_of(const Row& row);

/// By key, of every benchmark that was measured and says how many bytes it moves.
std::map<std::string, Bandwidth> bandwidths_of(const Run& run);

/// The bytes that a working set needs at least for its bandwidth to be the memory's and not the cache's.
double least_working_set_bytes(int l2_mib);

}  // namespace warpmark
