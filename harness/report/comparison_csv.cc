#include "harness/report/comparison_csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "harness/report/comparison_cells.h"
#include "harness/report/printable.h"

namespace warpmark {
namespace {

using compare::Pair;

std::string cell(std::string_view text) {
  std::string shown = printable(text);
  if (shown.find_first_of(",\"") == std::string::npos) return shown;
  std::string quoted = "\"";
  for (const char c : shown) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string line(const std::vector<std::string>& cells) { return fmt::format("{}\r\n", fmt::join(cells, ",")); }

std::string exact(double value) { return fmt::format("{}", value); }

std::string line(const Pair& pair) {
  const auto& interval = pair.estimate.interval;
  return line({cell(pair.key), exact(pair.estimate.before_us), exact(pair.estimate.after_us),
               exact(pair.estimate.ratio), interval ? exact(interval->low) : "", interval ? exact(interval->high) : "",
               interval ? exact(pair.estimate.p) : "", verdict_text(pair), cell(pair.reason),
               pair.is_outside_noise ? "yes" : "", cell(pair.estimate.basis), cell(pair.label)});
}

}  // namespace

std::string comparison_csv(const compare::Comparison& comparison) {
  std::string text = line({"key", "before_us", "after_us", "ratio", "low", "high", "p", "verdict", "reason",
                           "outside_noise", "basis", "label"});
  for (const Pair& pair : comparison.pairs) text += line(pair);
  for (const compare::NotCompared& row : comparison.not_compared)
    text += line({cell(row.key), "", "", "", "", "", "", "not compared", cell(row.why), "", "", ""});
  return text;
}

}  // namespace warpmark
