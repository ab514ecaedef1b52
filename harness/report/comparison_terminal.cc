#include "harness/report/comparison_terminal.h"

#include <fmt/format.h>

#include <ostream>

#include "harness/gate/quantities.h"
#include "harness/report/block_table.h"
#include "harness/report/comparison_cells.h"
#include "harness/report/printable.h"

namespace warpmark {
namespace {

using compare::Change;
using compare::Comparison;
using compare::Group;
using compare::GroupStats;
using compare::Pair;

constexpr std::size_t not_compared_shown = 20;

std::string_view colour_of(const Pair& pair) {
  if (pair.change <= Change::slower) return "\033[31m";
  if (pair.change == Change::faster) return "\033[32m";
  return pair.change == Change::unknown ? "\033[33m" : "";
}

/// With the noise beside it, where it is known.
std::vector<std::string> titles(const Comparison& comparison, std::vector<std::string> titles) {
  if (!comparison.noise_floor.empty()) titles.emplace_back("noise");
  return titles;
}

BlockTable::Cells cells(const Comparison& comparison, const Pair& pair, bool colour) {
  BlockTable::Cells cells = {{us_text(pair.estimate.before_us)},
                             {us_text(pair.estimate.after_us)},
                             {ratio_text(pair)},
                             {interval_text(pair)},
                             {verdict_text(pair), colour ? colour_of(pair) : ""}};
  if (!comparison.noise_floor.empty()) cells.push_back({noise_text(comparison, pair.cache)});
  return cells;
}

BlockTable::Cells cells(const Comparison& comparison, const GroupStats& stats, const std::string& cache) {
  BlockTable::Cells cells = {{std::to_string(stats.n)},        {ratio_text(stats.median)},
                             {ratio_text(stats.best)},         {ratio_text(stats.worst)},
                             {us_text(stats.before_total_us)}, {us_text(stats.after_total_us)}};
  if (!comparison.noise_floor.empty()) cells.push_back({noise_text(comparison, cache)});
  return cells;
}

void print_rows(std::ostream& out, const Comparison& comparison, const ComparisonTerminalOptions& options) {
  BlockTable table("workload", caches_of(comparison),
                   titles(comparison, {"before us", "after us", "ratio", "95 % interval", "verdict"}));
  const std::vector<WorkloadRow> rows = rows_of(comparison, options.only_changed);
  if (rows.empty()) return;
  for (const WorkloadRow& row : rows) {
    std::map<std::string, BlockTable::Cells> blocks;
    for (const auto& [cache, pair] : row.by_cache) blocks[cache] = cells(comparison, *pair, options.colour);
    table.add(printable(row.workload), std::move(blocks));
  }
  table.print(out, options.width);
  out << '\n';
}

void print_groups(std::ostream& out, const Comparison& comparison, int width) {
  BlockTable table("group", caches_of(comparison),
                   titles(comparison, {"n", "median", "best", "worst", "before us", "after us"}));
  for (const Group* group : groups_of(comparison)) {
    std::map<std::string, BlockTable::Cells> blocks;
    for (const auto& [cache, stats] : group->by_cache) blocks[cache] = cells(comparison, stats, cache);
    table.add(printable(group->name), std::move(blocks));
  }
  table.print(out, width);
  out << '\n';
}

void print_not_compared(std::ostream& out, const Comparison& comparison) {
  std::size_t shown = 0;
  for (const compare::NotCompared& row : comparison.not_compared) {
    if (++shown > not_compared_shown) {
      out << fmt::format("... and {} more not compared\n", comparison.not_compared.size() - not_compared_shown);
      return;
    }
    out << fmt::format("not compared: {} ({})\n", printable(row.key), printable(row.why));
  }
}

}  // namespace

void print_terminal(std::ostream& out, const Comparison& comparison, const ComparisonTerminalOptions& options) {
  out << fmt::format("before {}, after {}\n{}\n\n", printable(comparison.before), printable(comparison.after),
                     legend(comparison));
  if (!comparison.pairs.empty()) {
    print_rows(out, comparison, options);
    print_groups(out, comparison, options.width);
  }
  print_not_compared(out, comparison);
  for (const std::string& doubt : doubts(comparison)) out << "cannot tell " << printable(doubt) << '\n';
  for (const std::string& note : comparison.notes) out << "note: " << printable(note) << '\n';
  out << fmt::format("{} -> exit {}\n", counts_text(comparison), options.exit_code);
}

}  // namespace warpmark
