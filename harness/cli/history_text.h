// A history as a terminal shows it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/history/series.h"

namespace warpmark {

/// "1 night", "2 nights".
std::string counted(std::size_t n, const char* what);

/// Every night, a line each.
void print_nights(history::History& history);

/// The nights of one benchmark, a table for each GPU model, and its changes.
void print_series(history::History& history, const std::vector<history::Night>& nights, const std::string& key,
                  std::int64_t benchmark, const history::TrendOptions& trends);

/// The changes of `benchmarks`, and what the newest night did not pass without one. `db` is the history's file, for
/// the command that shows more.
void print_changes(history::History& history, const std::map<std::string, std::int64_t>& benchmarks,
                   const history::TrendOptions& trends, const std::string& db);

}  // namespace warpmark
