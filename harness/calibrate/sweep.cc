#include "harness/calibrate/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/calibrate/bandwidth.h"
#include "harness/run/input_error.h"

namespace warpmark {
namespace {

constexpr std::string_view family = "stream_sweep/";
constexpr int bar_width = 40;

int whole_param(const Bandwidth& bandwidth, const char* axis) {
  const auto found = bandwidth.params.find(axis);
  return found != bandwidth.params.end() && found->second.is_number_integer() ? found->second.get<int>() : 0;
}

/// "stream_sweep/triad, l2:warm" of a key.
std::string table_name(const std::string& key) {
  const auto kernel_end = key.find('/', family.size());
  return key.substr(0, kernel_end) + ", " + key.substr(key.rfind('/') + 1);
}

void keep_better(SweepPoint& best, const SweepPoint& point) {
  if (point.gbps > best.gbps) best = point;
}

std::string row_text(const SweepTable& table, int mib, const std::set<int>& blocks) {
  std::string text = fmt::format("{:>6}", mib);
  double best = 0;
  for (const int block : blocks) {
    const auto point = table.best.find({mib, block});
    text += point == table.best.end() ? fmt::format("{:>8}", "-") : fmt::format("{:8.0f}", point->second.gbps);
    if (point != table.best.end()) best = std::max(best, point->second.gbps);
  }
  const auto bar = static_cast<std::size_t>(std::lround(bar_width * best / table.best_of_all.gbps));
  return text + "  " + std::string(bar, '#') + "\n";
}

std::string table_text(const SweepTable& table, double l2_bytes) {
  std::set<int> blocks;
  for (const auto& [point, ignored] : table.best) blocks.insert(point.second);
  std::string text = table.name + ": GB/s, MiB an array down, threads a block across\n" + fmt::format("{:>6}", "MiB");
  for (const int block : blocks) text += fmt::format("{:>8}", block);
  text += fmt::format("  best of the size, {:.0f} GB/s a #\n", table.best_of_all.gbps / bar_width);
  bool fits = true;
  for (const auto& [mib, bytes] : table.working_set_bytes) {
    if (fits && l2_bytes > 0 && bytes > l2_bytes && mib != table.working_set_bytes.begin()->first)
      text += fmt::format("{:->6} the L2 of {:.0f} MiB holds the arrays above\n", "", l2_bytes / (1024 * 1024));
    fits = fits && bytes <= l2_bytes;
    text += row_text(table, mib, blocks);
  }
  text += fmt::format("best: {:.0f} GB/s, {}\n", table.best_of_all.gbps, table.best_of_all.key);
  if (!table.best_of_memory.key.empty() && table.best_of_memory.key != table.best_of_all.key)
    text += fmt::format("best beyond the L2: {:.0f} GB/s, {}\n", table.best_of_memory.gbps, table.best_of_memory.key);
  return text;
}

}  // namespace

std::vector<SweepTable> sweep_tables(const Run& run) {
  const double memory_bytes = least_working_set_bytes(run.facts.gpu.l2_mib);
  std::map<std::string, SweepTable> tables;
  for (const auto& [key, bandwidth] : bandwidths_of(run)) {
    const int mib = whole_param(bandwidth, "MiB");
    const int block = whole_param(bandwidth, "block");
    if (!key.starts_with(family) || mib == 0 || block == 0) continue;
    SweepTable& table = tables[table_name(key)];
    table.name = table_name(key);
    const SweepPoint point{bandwidth.median_gbps(), key};
    keep_better(table.best[{mib, block}], point);
    keep_better(table.best_of_all, point);
    if (memory_bytes > 0 && bandwidth.moved_bytes >= memory_bytes) keep_better(table.best_of_memory, point);
    double& largest = table.working_set_bytes[mib];
    largest = std::max(largest, bandwidth.moved_bytes);
  }
  if (tables.empty())
    throw InputError("no sweep", "the run holds no row of stream_sweep that was measured",
                     "warpmark run -o RUN.json --processes 1 -- warpmark_bench --benchmark_filter=stream_sweep/triad");
  std::vector<SweepTable> result;
  for (auto& [name, table] : tables) result.push_back(std::move(table));
  return result;
}

std::string sweep_text(const Run& run) {
  std::string text;
  for (const SweepTable& table : sweep_tables(run)) {
    if (!text.empty()) text += "\n";
    text += table_text(table, run.facts.gpu.l2_mib * 1024.0 * 1024.0);
  }
  const auto failed = std::count_if(run.rows.begin(), run.rows.end(),
                                    [](const Row& row) { return row.key.starts_with(family) && row.error; });
  if (failed > 0) text += fmt::format("note: {} measurements failed and are left out\n", failed);
  return text;
}

}  // namespace warpmark
