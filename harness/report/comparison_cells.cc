#include "harness/report/comparison_cells.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/gate/quantities.h"

namespace warpmark {

using compare::Change;
using compare::Comparison;
using compare::Pair;

bool WorkloadRow::is_changed() const {
  return std::any_of(by_cache.begin(), by_cache.end(), [](const auto& cached) {
    const Pair& pair = *cached.second;
    return pair.change <= Change::faster || pair.is_outside_noise;
  });
}

std::vector<WorkloadRow> rows_of(const Comparison& comparison, bool only_changed) {
  std::vector<WorkloadRow> rows;
  for (const Pair& pair : comparison.pairs) {
    if (rows.empty() || rows.back().workload != pair.workload) rows.push_back({pair.workload, pair.label, {}});
    rows.back().by_cache[pair.cache] = &pair;
  }
  if (only_changed) std::erase_if(rows, [](const WorkloadRow& row) { return !row.is_changed(); });
  return rows;
}

std::vector<const compare::Group*> groups_of(const Comparison& comparison) {
  std::vector<const compare::Group*> groups;
  const auto has_several = [](const compare::Group& group) {
    return std::any_of(group.by_cache.begin(), group.by_cache.end(),
                       [](const auto& cached) { return cached.second.n > 1; });
  };
  if (std::any_of(comparison.groups.begin(), comparison.groups.end(), has_several))
    for (const compare::Group& group : comparison.groups) groups.push_back(&group);
  if (groups.size() != 1) groups.push_back(&comparison.all);
  return groups;
}

std::vector<std::pair<const compare::Group*, std::vector<const Pair*>>> pairs_of_groups(const Comparison& comparison) {
  std::vector<std::pair<const compare::Group*, std::vector<const Pair*>>> groups;
  groups.reserve(comparison.groups.size());
  for (const compare::Group& group : comparison.groups) groups.push_back({&group, {}});
  for (const Pair& pair : comparison.pairs) groups.at(pair.group).second.push_back(&pair);
  std::erase_if(groups, [](const auto& group) { return group.second.empty(); });
  return groups;
}

std::vector<std::string> caches_of(const Comparison& comparison) {
  std::vector<std::string> caches;
  for (const auto& [cache, stats] : comparison.all.by_cache) caches.push_back(cache);
  return caches;
}

std::string ratio_text(double ratio) { return fmt::format("{:.4f}", ratio); }

std::string ratio_text(const Pair& pair) {
  return ratio_text(pair.estimate.ratio) + (pair.is_outside_noise ? "*" : "");
}

std::string interval_text(const Pair& pair) {
  if (!pair.estimate.interval) return "-";
  return fmt::format("{:.4f}-{:.4f}", pair.estimate.interval->low, pair.estimate.interval->high);
}

std::string verdict_text(const Pair& pair) {
  if (pair.is_control && !pair.results_differ) return "control";
  return pair.change == Change::same ? "same" : std::string(to_string(pair.change));
}

std::string noise_text(const Comparison& comparison, const std::string& cache) {
  const auto floor = comparison.noise_floor.find(cache);
  return floor == comparison.noise_floor.end() ? "-" : "+-" + percent_text(floor->second);
}

std::string legend(const Comparison& comparison) {
  std::string text = "ratio = before / after: above 1, after is faster";
  if (!comparison.noise_floor.empty()) text += "; noise: how far controls, which cannot differ, are from 1; *: further";
  return text;
}

std::string counts_text(const Comparison& comparison) {
  const std::size_t differing = comparison.count(Change::results_differ);
  return fmt::format("{}{} slower, {} faster, {} cannot tell, {} same within noise ({} of {} compared)",
                     differing == 0 ? "" : fmt::format("{} with other results, ", differing),
                     comparison.count(Change::slower), comparison.count(Change::faster),
                     comparison.count(Change::unknown), comparison.count(Change::same), comparison.pairs.size(),
                     comparison.pairs.size() + comparison.not_compared.size());
}

std::vector<std::string> doubts(const Comparison& comparison) {
  std::map<std::string, std::size_t> counts;
  for (const Pair& pair : comparison.pairs)
    if (pair.change == Change::unknown) ++counts[pair.reason];
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> texts;
  texts.reserve(sorted.size());
  for (const auto& [reason, count] : sorted) texts.push_back(fmt::format("{}: {}", count, reason));
  return texts;
}

}  // namespace warpmark
