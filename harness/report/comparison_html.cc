#include "harness/report/comparison_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/gate/quantities.h"
#include "harness/report/comparison_cells.h"
#include "harness/report/html_text.h"
#include "harness/report/ratio_plot.h"

namespace warpmark {
namespace {

using compare::Comparison;
using compare::Group;
using compare::GroupStats;
using compare::Pair;

/// Braces are doubled for no one: this text is not formatted.
constexpr const char* head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Before and after</title>
<style>
:root { color-scheme: light dark; --slower: #c62828; --faster: #2e7d32; --unknown: #b26a00; --line: #8886; }
@media (prefers-color-scheme: dark) { :root { --slower: #ff7b72; --faster: #6fd17a; --unknown: #e3b341; } }
body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5em; }
table { border-collapse: collapse; margin: .5em 0 1.5em; }
th, td { padding: .15em .6em; text-align: right; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
th button { font: inherit; font-weight: bold; border: 0; background: none; cursor: pointer; padding: 0; }
th[aria-sort=ascending] button::after { content: " \2191"; }
th[aria-sort=descending] button::after { content: " \2193"; }
td.slower, td.results { color: var(--slower); font-weight: bold; }
td.faster { color: var(--faster); font-weight: bold; }
td.unknown { color: var(--unknown); }
svg { max-width: 100%; height: auto; }
svg text { font-size: 11px; fill: currentColor; }
svg line { stroke: var(--of, #888); stroke-width: 1.5; }
svg circle { fill: var(--of, #888); stroke: var(--of, #888); }
svg .warm circle { fill: none; }
svg .one { stroke: currentColor; stroke-dasharray: 2 3; stroke-width: 1; }
svg .slower, svg .results { --of: var(--slower); } svg .faster { --of: var(--faster); } svg .unknown { --of: var(--unknown); }
</style></head><body>
)";

/// Sorts a table's rows by the column whose title was pressed, by data-v where there is one; filters by text.
constexpr const char* script = R"(<script>
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const titles = [...table.tHead.rows[0].cells];
  titles.forEach((title, column) => title.querySelector("button").onclick = () => {
    const way = title.ariaSort === "ascending" ? -1 : 1;
    titles.forEach(t => t.removeAttribute("aria-sort"));
    title.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
    const value = row => row.cells[column].dataset.v === undefined ? row.cells[column].textContent : +row.cells[column].dataset.v;
    const rows = [...body.rows].map(row => [value(row), row]);
    rows.sort(([a], [b]) => way * (typeof a === "number" ? a - b : a.localeCompare(b)));
    body.append(...rows.map(([, row]) => row));
  });
}
document.getElementById("filter").oninput = event => {
  for (const row of document.getElementById("pairs").tBodies[0].rows)
    row.hidden = !row.cells[0].textContent.includes(event.target.value);
};
</script>
)";

std::string title_row(const std::vector<std::string>& titles, bool sorts) {
  std::string row = "<thead><tr>";
  for (const std::string& title : titles)
    row += sorts ? fmt::format("<th><button>{}</button></th>", title) : fmt::format("<th>{}</th>", title);
  return row + "</tr></thead>\n";
}

std::string number(double value, const std::string& shown) {
  return fmt::format("<td data-v=\"{}\">{}</td>", value, shown);
}

std::string group_row(const Comparison& comparison, const Group& group, const std::string& cache,
                      const GroupStats& stats) {
  return fmt::format("<tr><td>{}</td><td>{}</td>{}{}{}{}{}{}{}{}<td>{}</td></tr>\n", html_text(group.name),
                     html_text(cache), number(static_cast<double>(stats.n), std::to_string(stats.n)),
                     number(stats.median, ratio_text(stats.median)), number(stats.best, ratio_text(stats.best)),
                     number(stats.worst, ratio_text(stats.worst)),
                     number(static_cast<double>(stats.slower), std::to_string(stats.slower)),
                     number(static_cast<double>(stats.faster), std::to_string(stats.faster)),
                     number(stats.before_total_us, us_text(stats.before_total_us)),
                     number(stats.after_total_us, us_text(stats.after_total_us)), noise_text(comparison, cache));
}

std::string groups_table(const Comparison& comparison) {
  std::string table =
      "<h2>Groups</h2>\n<table class=\"sortable\">" +
      title_row({"group", "L2", "n", "median", "best", "worst", "slower", "faster", "before us", "after us", "noise"},
                true) +
      "<tbody>\n";
  for (const Group* group : groups_of(comparison))
    for (const auto& [cache, stats] : group->by_cache) table += group_row(comparison, *group, cache, stats);
  return table + "</tbody></table>\n";
}

/// The pairs of each group, in the order of the groups, as they are drawn.
std::string plots(const Comparison& comparison) {
  constexpr std::size_t open_at_first = 6;
  std::string text = "<h2>Ratios</h2>\n<p>A line is a 95 % interval; a hollow point is warm.</p>\n";
  std::size_t shown = 0;
  for (const auto& [group, pairs] : pairs_of_groups(comparison))
    text += fmt::format("<details{}><summary>{}</summary>\n{}</details>\n", shown++ < open_at_first ? " open" : "",
                        html_text(group->name), ratio_plot(pairs));
  return text;
}

std::string pair_row(const Pair& pair) {
  const auto& interval = pair.estimate.interval;
  return fmt::format("<tr><td>{}{}</td>{}{}{}{}{}<td class=\"{}\" title=\"{}\">{}</td></tr>\n", html_text(pair.key),
                     pair.label.empty() ? "" : " <small>" + html_text(pair.label) + "</small>",
                     number(pair.estimate.before_us, us_text(pair.estimate.before_us)),
                     number(pair.estimate.after_us, us_text(pair.estimate.after_us)),
                     number(pair.estimate.ratio, ratio_text(pair)),
                     number(interval ? interval->low : 0, interval ? ratio_text(interval->low) : "-"),
                     number(interval ? interval->high : 0, interval ? ratio_text(interval->high) : "-"),
                     verdict_class(pair), html_text(pair.reason), verdict_text(pair));
}

std::string pairs_table(const Comparison& comparison) {
  std::string table =
      "<h2>Workloads</h2>\n<p><input id=\"filter\" type=\"search\" placeholder=\"part of a name\"></p>\n"
      "<table id=\"pairs\" class=\"sortable\">" +
      title_row({"workload", "before us", "after us", "ratio", "low", "high", "verdict"}, true) + "<tbody>\n";
  for (const Pair& pair : comparison.pairs) table += pair_row(pair);
  return table + "</tbody></table>\n" + script;
}

std::string remarks(const Comparison& comparison) {
  std::string text;
  for (const std::string& doubt : doubts(comparison)) text += "<li>cannot tell " + html_text(doubt) + "</li>\n";
  for (const std::string& note : comparison.notes) text += "<li>" + html_text(note) + "</li>\n";
  if (!text.empty()) text = "<h2>Notes</h2>\n<ul>\n" + text + "</ul>\n";
  if (comparison.not_compared.empty()) return text;
  text += "<h2>Not compared</h2>\n<table>" + title_row({"workload", "why"}, false) + "<tbody>\n";
  for (const compare::NotCompared& row : comparison.not_compared)
    text += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", html_text(row.key), html_text(row.why));
  return text + "</tbody></table>\n";
}

}  // namespace

std::string comparison_html(const Comparison& comparison) {
  std::string page = head;
  page += fmt::format(
      "<h1>Before and after</h1>\n<p>before <code>{}</code>, after <code>{}</code></p>\n<p><b>{}</b></p>"
      "\n<p>{}</p>\n",
      html_text(comparison.before), html_text(comparison.after), html_text(counts_text(comparison)),
      html_text(legend(comparison)));
  if (!comparison.pairs.empty()) page += groups_table(comparison) + plots(comparison) + pairs_table(comparison);
  return page + remarks(comparison) + "</body></html>\n";
}

}  // namespace warpmark
