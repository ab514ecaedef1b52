// Runs and matches in memory.
#pragma once

#include <initializer_list>
#include <string>

#include "harness/compare/matched.h"
#include "harness/run/run.h"

namespace warpmark::compare {

/// A process for each time.
inline void add_rows(Run& run, const std::string& key, std::initializer_list<double> times_us) {
  int process = 0;
  for (const double time_us : times_us) {
    Row row;
    row.key = key;
    row.name = key + "/manual_time";
    row.process = process++;
    row.time_us = time_us;
    run.rows.push_back(row);
  }
}

inline Match match(const std::string& key, std::initializer_list<double> before_us,
                   std::initializer_list<double> after_us) {
  Match match;
  match.key = key;
  match.observed.before_us = before_us;
  match.observed.after_us = after_us;
  return match;
}

}  // namespace warpmark::compare
