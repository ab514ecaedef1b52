#include "harness/report/ratio_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/report/comparison_cells.h"
#include "harness/report/html_text.h"

namespace warpmark {
namespace {

using compare::Change;
using compare::Interval;
using compare::Pair;

constexpr double axis_width = 640;  // of the axis, in CSS pixels, as all lengths here
constexpr double margin = 40;       // on both sides, for the labels at the ends
constexpr double line_height = 12;
constexpr double axis_height = 20;
constexpr double letter_width = 6.5;      // about, at the page's size of 11
constexpr double narrowest_axis = 0.002;  // of ln(ratio): identical times shall not look far apart

Interval reach_of(const Pair& pair) {
  return pair.estimate.interval.value_or(Interval{pair.estimate.ratio, pair.estimate.ratio});
}

class Axis {
 public:
  explicit Axis(const std::vector<const Pair*>& pairs) {
    for (const Pair* pair : pairs) {
      low_ = std::min(low_, std::log(reach_of(*pair).low));
      high_ = std::max(high_, std::log(reach_of(*pair).high));
    }
    const double padding = std::max(0.05 * (high_ - low_), narrowest_axis / 2);
    low_ -= padding;
    high_ += padding;
  }

  double x(double ratio) const { return margin + axis_width * (std::log(ratio) - low_) / (high_ - low_); }
  double low() const { return std::exp(low_); }
  double high() const { return std::exp(high_); }

 private:
  double low_ = 0;
  double high_ = 0;
};

std::string label(const Axis& axis, double ratio, double y) {
  return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)", axis.x(ratio), y,
                     ratio == 1 ? "1" : ratio_text(ratio));
}

/// How much of the keys' starts, in whole components, they all share: it goes without saying beside each line.
std::size_t shared_start(const std::vector<const Pair*>& pairs) {
  const std::string& first = pairs.front()->key;
  std::size_t length = first.size();
  for (const Pair* pair : pairs) {
    const auto end = std::mismatch(first.begin(), first.end(), pair->key.begin(), pair->key.end()).first;
    length = std::min(length, static_cast<std::size_t>(end - first.begin()));
  }
  const auto slash = length == 0 ? std::string::npos : first.rfind('/', length - 1);
  return slash == std::string::npos ? 0 : slash + 1;
}

std::string mark(const Axis& axis, const Pair& pair, double y) {
  const Interval reach = reach_of(pair);
  return fmt::format(
      "<g class=\"{} {}\"><title>{}: {} ({}), {}</title>"
      "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/><circle cx=\"{:.1f}\" cy=\"{:.1f}\" "
      "r=\"3\"/></g>\n",
      verdict_class(pair), pair.cache == "warm" ? "warm" : "cold", html_text(pair.key), ratio_text(pair),
      interval_text(pair), verdict_text(pair), axis.x(reach.low), axis.x(reach.high), y, y, axis.x(pair.estimate.ratio),
      y);
}

}  // namespace

const char* verdict_class(const Pair& pair) {
  switch (pair.change) {
    case Change::results_differ:
      return "results";
    case Change::slower:
      return "slower";
    case Change::faster:
      return "faster";
    case Change::same:
      return "same";
    case Change::unknown:
      break;
  }
  return "unknown";
}

std::string ratio_plot(const std::vector<const Pair*>& pairs) {
  const Axis axis(pairs);
  const std::size_t shared = shared_start(pairs);
  std::size_t longest = 0;
  for (const Pair* pair : pairs) longest = std::max(longest, pair->key.size() - shared);
  const double height = axis_height + line_height * static_cast<double>(pairs.size());
  std::string svg = fmt::format(
      "<svg role=\"img\" aria-label=\"ratios\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
      axis_width + 2 * margin + letter_width * static_cast<double>(longest), height);
  svg += fmt::format("<line class=\"one\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.0f}\" y2=\"{2:.0f}\"/>\n", axis.x(1),
                     axis_height, height);
  for (const double end : {axis.low(), axis.high()})  // unless they would run into that of 1
    if (std::abs(axis.x(end) - axis.x(1)) > 2 * margin) svg += label(axis, end, axis_height - 6);
  svg += label(axis, 1, axis_height - 6) + "\n";
  double y = axis_height + line_height / 2;
  for (const Pair* pair : pairs) {
    svg += mark(axis, *pair, y);
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.1f}\">{}</text>\n", axis_width + 2 * margin, y + 4,
                       html_text(pair->key.substr(shared)));
    y += line_height;
  }
  return svg + "</svg>\n";
}

}  // namespace warpmark
