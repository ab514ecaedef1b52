#include "harness/run/held_back.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace warpmark {

double highest_sm_mhz(const Run& run) {
  double highest = 0;
  for (const Row& row : run.rows) highest = std::max(highest, row.counter("gpu_sm_mhz").value_or(0));
  return highest;
}

bool held_back(const Row& row, double highest_sm_mhz) {
  constexpr std::uint64_t power_cap = 0x4;  // nvmlClocksEventReasonSwPowerCap
  const double reasons = row.counter("gpu_throttle").value_or(0);
  if (reasons == 0) return false;
  if (reasons != static_cast<double>(power_cap)) return true;
  const double mhz = row.counter("gpu_sm_mhz").value_or(0);
  return mhz == 0 || highest_sm_mhz == 0 || mhz < 0.99 * highest_sm_mhz;
}

std::vector<const Row*> without_held_back(const std::vector<const Row*>& rows, double highest_sm_mhz) {
  constexpr std::size_t enough_processes = 3;
  std::vector<const Row*> others;
  std::set<int> processes;
  for (const Row* row : rows) {
    if (held_back(*row, highest_sm_mhz)) continue;
    others.push_back(row);
    processes.insert(row->process);
  }
  return processes.size() >= enough_processes ? others : rows;
}

Run without_held_back(const Run& run) {
  const double highest = highest_sm_mhz(run);
  std::map<std::string, std::vector<const Row*>> by_key;
  for (const Row& row : run.rows) by_key[row.key].push_back(&row);
  std::set<const Row*> kept;
  for (const auto& [key, rows] : by_key) {
    for (const Row* row : without_held_back(rows, highest)) kept.insert(row);
  }
  Run result = run;
  result.rows.clear();
  for (const Row& row : run.rows) {
    if (kept.contains(&row)) result.rows.push_back(row);
  }
  return result;
}

}  // namespace warpmark
