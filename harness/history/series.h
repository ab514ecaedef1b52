// One benchmark over the nights of one GPU model: its times, its changes, and whether it has left its baseline.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/history/changes.h"
#include "harness/history/store.h"

namespace warpmark::history {

struct Series {
  std::string key;
  std::vector<std::size_t> nights;          // of each point, in the list that series_of was given
  std::vector<Point> points;                // by night; failed, skipped and missing ones included
  std::vector<Change> changes;              // whose nights are indices of `points`
  std::optional<std::size_t> slower_since;  // the point since which it has been beyond its baseline's tolerance, at
                                            // least three nights, until now

  [[nodiscard]] const Point& last() const { return points.back(); }

  /// The point before a change that has a time.
  [[nodiscard]] std::size_t index_before(const Change& change) const;
};

struct TrendOptions {
  std::optional<double> floor;  // of a change; otherwise the tolerance that the gate last held it to, or 1 %
  std::size_t series = 1;       // benchmarks looked at together
};

/// By Night::gpu. `nights` are all of the history's, by time.
std::map<std::string, Series> series_of(History& history, const std::vector<Night>& nights, const std::string& key,
                                        std::int64_t benchmark, const TrendOptions& options);

/// Why a change may be: what differs between its last night before and its first after, see between.h.
std::vector<std::string> reasons_of(History& history, const std::vector<Night>& nights, const Series& series,
                                    const Change& change);

}  // namespace warpmark::history
