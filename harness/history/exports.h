// The history in the forms that other tools read.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/history/store.h"

namespace warpmark::history {

struct Exported {
  std::string text;
  std::size_t benchmarks = 0;
  std::size_t left_out = 0;  // failed or skipped: readers would take their 0 for a time
};

/// One night as strict Google Benchmark JSON: every benchmark once, of type iteration, its time the median over
/// processes, in us. No aggregates, no errors, no number that is not finite, and the context whole (`caches` too),
/// which github-action-benchmark and Bencher need.
Exported gbench_export(History& history, const Night& night, const std::function<bool(const std::string&)>& wanted);

/// Every night of the benchmarks that are wanted, a line each, by benchmark and night: for notebooks, and for Apache
/// Otava (time_column `date`, metric column `time_us`) where one benchmark is wanted.
Exported csv_export(History& history, const std::vector<Night>& nights,
                    const std::function<bool(const std::string&)>& wanted);

}  // namespace warpmark::history
