#include "harness/measure/count_rows.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "harness/measure/placement.h"

namespace warpmark {

namespace {

/// When one of them fails the GPU, another process counts the others anew.
constexpr std::size_t most_at_a_time = 256;

void skip(const SuiteRow& row, const std::string& why, RowReporter& reporter) {
  Row skipped;
  skipped.key = row.key;
  skipped.name = row.benchmark_name;
  skipped.skipped = why;
  reporter.write(skipped);
}

std::size_t at_a_time(const std::vector<const SuiteRow*>& rows, std::size_t arena_bytes) {
  std::vector<std::size_t> rows_bytes;
  for (std::size_t i = 0; i < std::min(rows.size(), most_at_a_time); ++i) rows_bytes.push_back(rows[i]->bytes_needed);
  return rows_side_by_side(rows_bytes, arena_bytes);
}

/// A workload's warm row right after its cold one, which warms the L2 for it.
void bring_twins_together(std::vector<const SuiteRow*>& rows) {
  std::map<std::string_view, std::size_t> first;
  for (const SuiteRow* row : rows) first.try_emplace(row->workload(), first.size());
  std::ranges::stable_sort(
      rows, {}, [&](const SuiteRow* row) { return std::pair(first.at(row->workload()), row->l2 == L2State::warm); });
}

}  // namespace

void count_rows(GpuSession* gpu, const std::vector<const SuiteRow*>& rows, RowReporter& reporter,
                const std::function<void(const SuiteRow&)>& begins) {
  std::vector<const SuiteRow*> left;
  for (const SuiteRow* row : rows) {
    if (row->timed_by != TimedBy::gpu) {
      skip(*row, "it runs on the host: nothing to count", reporter);
    } else if (gpu->counters.counters == nullptr) {
      skip(*row, "no hardware counters: " + gpu->counters.reason, reporter);
    } else {
      left.push_back(row);
    }
  }
  bring_twins_together(left);
  while (!left.empty()) {
    const auto end = left.begin() + static_cast<std::ptrdiff_t>(at_a_time(left, gpu->stage.arena_bytes()));
    const std::vector<const SuiteRow*> batch(left.begin(), end);
    std::vector<Row> counted = gpu->meter.count(batch, begins);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      counted[i].name = batch[i]->benchmark_name;
      reporter.write(counted[i]);
    }
    left.erase(left.begin(), end);
  }
}

}  // namespace warpmark
