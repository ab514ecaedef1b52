#include "harness/gate/measured.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/run/held_back.h"
#include "harness/run/median.h"

namespace warpmark {

namespace {

std::map<int, double> medians(const std::map<int, std::vector<double>>& repetitions) {
  std::map<int, double> values;
  for (const auto& [process, of_process] : repetitions) values[process] = median(of_process);
  return values;
}

}  // namespace

std::map<int, double> Measured::time_us_of_process() const {
  std::map<int, std::vector<double>> repetitions;
  for (const Row* row : rows_) repetitions[row->process].push_back(row->time_us);
  return medians(repetitions);
}

std::map<int, double> Measured::counter_of_process(const std::string& name) const {
  std::map<int, std::vector<double>> repetitions;
  for (const Row* row : rows_) {
    if (const auto value = row->counter(name)) repetitions[row->process].push_back(*value);
  }
  return medians(repetitions);
}

std::vector<double> Measured::process_times_us() const {
  if (rows_.size() == 1) return {rows_.front()->time_us};
  std::vector<double> times;
  for (const auto& [process, time_us] : time_us_of_process()) times.push_back(time_us);
  return times;
}

std::vector<double> Measured::counter(const std::string& name) const {
  std::vector<double> values;
  for (const Row* row : rows_) {
    if (const auto value = row->counter(name)) values.push_back(*value);
  }
  return values;
}

std::vector<std::string> Measured::kernels() const {
  for (const Row* row : rows_) {
    if (!row->kernels.empty()) return row->kernels;
  }
  return {};
}

std::optional<std::string> Measured::error() const {
  for (const Row* row : rows_) {
    if (row->error) return fmt::format("{} (process {})", *row->error, row->process);
    if (!row->skipped && !(std::isfinite(row->time_us) && row->time_us > 0)) {
      return fmt::format("its time is {} us, which is no measurement (process {})", row->time_us, row->process);
    }
  }
  return std::nullopt;
}

std::optional<std::string> Measured::skipped() const {
  for (const Row* row : rows_) {
    if (row->skipped) return row->skipped;
  }
  return std::nullopt;
}

void Measured::set_aside_held_back(double highest_sm_mhz) {
  const auto is_held_back = [&](const Row* row) { return held_back(*row, highest_sm_mhz); };
  if (std::none_of(rows_.begin(), rows_.end(), is_held_back)) return;
  std::vector<const Row*> kept = without_held_back(rows_, highest_sm_mhz);
  set_aside_ = static_cast<int>(rows_.size() - kept.size());
  rows_ = std::move(kept);
  throttled_ = static_cast<int>(std::count_if(rows_.begin(), rows_.end(), is_held_back));
}

bool Measured::only_aggregates() const {
  return std::all_of(rows_.begin(), rows_.end(), [](const Row* row) { return row->is_aggregate_fallback; });
}

MeasuredRows::MeasuredRows(const Run& run) : index_(run.rows.size()) {
  in_order_.reserve(run.rows.size());
  bool was_throttled = false;  // any row: mostly none was, and nothing is to be set aside
  for (const Row& row : run.rows) {
    const std::size_t number = index_.add(row.key);
    if (number == in_order_.size()) in_order_.emplace_back(row.key, Measured());
    in_order_[number].second.add(row);
    was_throttled = was_throttled || row.counter("gpu_throttle").value_or(0) != 0;
  }
  if (!was_throttled) return;
  const double highest = highest_sm_mhz(run);
  for (auto& [key, measured] : in_order_) measured.set_aside_held_back(highest);
}

const Measured* MeasuredRows::find(std::string_view key, std::size_t place) const {
  if (place < in_order_.size() && in_order_[place].first == key) return &in_order_[place].second;
  const auto found = index_.find(key);
  return found ? &in_order_[*found].second : nullptr;
}

std::map<std::string, Measured> measured_by_key(const Run& run) {
  std::map<std::string, Measured> measured;
  for (const Row& row : run.rows) measured[row.key].add(row);
  const double highest = highest_sm_mhz(run);
  for (auto& [key, of_key] : measured) of_key.set_aside_held_back(highest);
  return measured;
}

}  // namespace warpmark
