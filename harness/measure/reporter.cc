#include "harness/measure/reporter.h"

#include <utility>

#include "harness/measure/google_benchmarks.h"
#include "harness/run/json_file.h"

namespace warpmark {

void RowReporter::measured(Row row) {
  std::deque<Row>& queue = waiting_[row.key];
  queue.push_back(std::move(row));
}

void RowReporter::write(const Row& row) {
  if (row.error) ++errors_;
  if (console_ != nullptr) console_->row(row);
  if (file_ != nullptr) file_->append(to_json(row));
}

void RowReporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.run_type == Run::RT_Aggregate) {
      if (run.aggregate_name == "BigO" || run.aggregate_name == "RMS") continue;  // no times
      write_aggregate(run);
      continue;
    }
    std::deque<Row>& queue = waiting_[key_of(run.benchmark_name())];
    if (queue.empty()) {
      write(row_of(run));  // an ordinary benchmark's
      continue;
    }
    Row row = std::move(queue.front());
    queue.pop_front();
    row.name = run.benchmark_name();
    row.repetition = static_cast<int>(run.repetition_index);
    row.repetitions = static_cast<int>(run.repetitions);
    write(row);
  }
}

void RowReporter::write_aggregate(const Run& run) {
  // GetAdjustedRealTime is in the row's unit, or for a percentage (cv) a fraction.
  const bool is_time = run.aggregate_unit == benchmark::kTime;
  const double unit_us = 1e6 / benchmark::GetTimeUnitMultiplier(run.time_unit);
  const double value = run.GetAdjustedRealTime() * (is_time ? unit_us : 1);
  if (console_ != nullptr && is_time) console_->aggregate(run.benchmark_name(), value);
  if (file_ == nullptr) return;
  nlohmann::ordered_json json;
  json["name"] = run.benchmark_name();
  json["run_name"] = run.run_name.str();
  json["run_type"] = "aggregate";
  json["repetitions"] = run.repetitions;
  json["threads"] = run.threads;
  json["aggregate_name"] = run.aggregate_name;
  json["aggregate_unit"] = is_time ? "time" : "percentage";
  json["iterations"] = run.iterations;
  json["real_time"] = value;
  json["cpu_time"] = value;
  json["time_unit"] = "us";
  file_->append(json);
}

}  // namespace warpmark
