#include "harness/report/comparison_markdown.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <vector>

#include "harness/gate/quantities.h"
#include "harness/report/comparison_cells.h"
#include "harness/report/markdown_page.h"
#include "harness/report/markdown_text.h"

namespace warpmark {
namespace {

using compare::Comparison;
using compare::Group;
using compare::GroupStats;
using compare::Pair;
using Lines = std::vector<std::string>;

constexpr std::size_t rows_unfolded = 20;
constexpr std::ptrdiff_t groups_shown = 60;

/// The titles once for each cache state, which they name: "cold n", "cold median", ...
std::string header(const Comparison& comparison, const std::string& key, Lines titles) {
  if (!comparison.noise_floor.empty()) titles.emplace_back("noise");
  Lines cells = {key};
  std::string rule = "| :-- |";
  for (const std::string& cache : caches_of(comparison)) {
    for (const std::string& title : titles) {
      cells.push_back(cache.empty() ? title : markdown_text(cache) + " " + title);
      rule += " --: |";
    }
  }
  return table_line(cells) + rule + "\n";
}

/// `cells_of` of each cache state's element of `by_cache`; as many empty cells where it has none.
template <class ByCache, class CellsOf>
std::string line(const Comparison& comparison, const std::string& key, const ByCache& by_cache, std::size_t columns,
                 CellsOf cells_of) {
  Lines cells = {key};
  const bool has_noise = !comparison.noise_floor.empty();
  for (const std::string& cache : caches_of(comparison)) {
    const auto found = by_cache.find(cache);
    Lines block = found == by_cache.end() ? Lines(columns) : cells_of(found->second);
    if (has_noise) block.push_back(found == by_cache.end() ? "" : noise_text(comparison, cache));
    cells.insert(cells.end(), block.begin(), block.end());
  }
  return table_line(cells);
}

std::string row_line(const Comparison& comparison, const WorkloadRow& row) {
  const std::string key = markdown_code(row.workload) + (row.label.empty() ? "" : " " + markdown_text(row.label));
  return line(comparison, key, row.by_cache, 4, [](const Pair* pair) {
    const bool stands_out = pair->change <= compare::Change::faster;
    std::string ratio = ratio_text(pair->estimate.ratio) + (pair->is_outside_noise ? "\\*" : "");
    if (pair->estimate.interval) ratio += " (" + interval_text(*pair) + ")";
    return Lines{us_text(pair->estimate.before_us), us_text(pair->estimate.after_us), ratio,
                 stands_out ? "**" + verdict_text(*pair) + "**" : verdict_text(*pair)};
  });
}

std::string group_line(const Comparison& comparison, const Group& group) {
  return line(comparison, markdown_code(group.name), group.by_cache, 6, [](const GroupStats& stats) {
    return Lines{std::to_string(stats.n), ratio_text(stats.median),       ratio_text(stats.best),
                 ratio_text(stats.worst), us_text(stats.before_total_us), us_text(stats.after_total_us)};
  });
}

void add_groups(MarkdownPage& page, const Comparison& comparison) {
  Lines lines;
  for (const Group* group : groups_of(comparison)) lines.push_back(group_line(comparison, *group));
  std::string rest = "\n";
  if (std::ssize(lines) > groups_shown) {
    rest = fmt::format("\nand {} more groups\n\n", std::ssize(lines) - groups_shown);
    lines.erase(lines.begin() + groups_shown - 1, lines.end() - 1);  // all pairs together stay
  }
  page.add_section(header(comparison, "group", {"n", "median", "best", "worst", "before us", "after us"}), lines, rest);
}

void add_rows(MarkdownPage& page, const Comparison& comparison, bool only_changed) {
  Lines important;
  Lines others;
  for (const WorkloadRow& row : rows_of(comparison, only_changed)) {
    Lines& lines = row.is_changed() && important.size() < rows_unfolded ? important : others;
    lines.push_back(row_line(comparison, row));
  }
  const std::string titles = header(comparison, "workload", {"before us", "after us", "ratio (95 %)", "verdict"});
  page.add_section(titles, important, "\n");
  page.add_section(fmt::format("<details><summary>{} {}workloads</summary>\n\n{}", others.size(),
                               important.empty() ? "" : "more ", titles),
                   others, "\n</details>\n\n");
}

void add_remarks(MarkdownPage& page, const Comparison& comparison) {
  Lines lines;
  for (const compare::NotCompared& row : comparison.not_compared)
    lines.push_back(fmt::format("- {}: {}\n", markdown_code(row.key), markdown_text(row.why)));
  page.add_section(fmt::format("<details><summary>{} not compared</summary>\n\n", lines.size()), lines,
                   "\n</details>\n\n");
  lines.clear();
  for (const std::string& doubt : doubts(comparison)) lines.push_back("- cannot tell " + markdown_text(doubt) + "\n");
  for (const std::string& note : comparison.notes) lines.push_back("- " + markdown_text(note) + "\n");
  page.add_section("", lines, "");
}

}  // namespace

std::string comparison_markdown(const Comparison& comparison, bool only_changed, std::size_t limit_bytes) {
  MarkdownPage page(limit_bytes);
  page.add(fmt::format("**{}**\n\nbefore {}, after {}; {}\n\n", counts_text(comparison),
                       markdown_code(comparison.before), markdown_code(comparison.after),
                       markdown_text(legend(comparison))));
  if (!comparison.pairs.empty()) {
    add_groups(page, comparison);
    add_rows(page, comparison, only_changed);
  }
  add_remarks(page, comparison);
  return page.take();
}

}  // namespace warpmark
