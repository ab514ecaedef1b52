#include "harness/history/e_divisive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <span>

#include "harness/run/student_t.h"

namespace warpmark::history {
namespace {

using Values = std::span<const double>;

/// Sums of values and of their squares, so that any stretch's mean and spread take no loop. Of values relative to the
/// first one: squares of large numbers that hardly differ would cancel.
class Sums {
 public:
  explicit Sums(const std::vector<double>& values) : origin_(values.empty() ? 0 : values.front()), sums_(1) {
    for (const double value : values) {
      const double x = value - origin_;
      sums_.push_back({sums_.back().of_values + x, sums_.back().of_squares + x * x});
    }
  }

  [[nodiscard]] double mean(std::size_t begin, std::size_t end) const {
    return origin_ + (sums_[end].of_values - sums_[begin].of_values) / static_cast<double>(end - begin);
  }

  /// The sum of squared deviations from the mean.
  [[nodiscard]] double scatter(std::size_t begin, std::size_t end) const {
    const double sum = sums_[end].of_values - sums_[begin].of_values;
    const double squares = sums_[end].of_squares - sums_[begin].of_squares;
    return std::max(0.0, squares - sum * sum / static_cast<double>(end - begin));
  }

 private:
  struct Both {
    double of_values = 0;
    double of_squares = 0;
  };
  double origin_;
  std::vector<Both> sums_;
};

/// Student's t of two means, with the variance of both sides pooled.
double p_of(const Sums& sums, std::size_t begin, std::size_t at, std::size_t end) {
  const auto left = static_cast<double>(at - begin);
  const auto right = static_cast<double>(end - at);
  const double freedom = left + right - 2;
  if (freedom <= 0) return 1;
  const double difference = sums.mean(at, end) - sums.mean(begin, at);
  if (std::abs(difference) <= 1e-12 * std::abs(sums.mean(begin, at))) return 1;  // equal but for rounding
  const double variance = (sums.scatter(begin, at) + sums.scatter(at, end)) / freedom;
  if (variance == 0) return 0;
  return two_sided_p(difference / std::sqrt(variance * (1 / left + 1 / right)), freedom);
}

/// Where the two sides are furthest apart: the t that maximises, over t and the end k of the right side, the energy
/// distance of values [0, t) and [t, k) scaled by their sizes. The distance is twice the mean difference of pairs
/// across, less the mean differences of pairs within either side.
std::optional<std::size_t> furthest_apart(Values values) {
  const std::size_t n = values.size();
  if (n < 2) return std::nullopt;
  std::vector<double> within_first(n + 1);  // [k]: sum over pairs of [0, k)
  for (std::size_t k = 1; k < n; ++k) {
    double to_k = 0;
    for (std::size_t i = 0; i < k; ++i) to_k += std::abs(values[i] - values[k]);
    within_first[k + 1] = within_first[k] + to_k;
  }
  double best = -std::numeric_limits<double>::infinity();
  std::optional<std::size_t> at;
  std::vector<double> to_later(n);  // [k]: sum of differences of k to [t, k)
  for (std::size_t t = n - 1; t >= 1; --t) {
    double within_right = 0;
    for (std::size_t k = t + 1; k <= n; ++k) {
      if (k - 1 > t) within_right += to_later[k - 1] += std::abs(values[t] - values[k - 1]);
      const auto left = static_cast<double>(t);
      const auto right = static_cast<double>(k - t);
      const double across = within_first[k] - within_first[t] - within_right;
      const double within_left_mean = t > 1 ? within_first[t] / (left - 1) : 0;
      const double within_right_mean = k - t > 1 ? within_right / (right - 1) : 0;
      const double distance = 2 / (left + right) * (across - right * within_left_mean - left * within_right_mean);
      if (distance >= best) {  // of equals the earliest: t falls
        best = distance;
        at = t;
      }
    }
  }
  return at;
}

/// Splits [begin, end) again and again while the sides differ.
void split(const std::vector<double>& values, const Sums& sums, std::size_t begin, std::size_t end,
           const EDivisive& options, std::set<std::size_t>& found) {
  const auto offset = furthest_apart(Values(values).subspan(begin, end - begin));
  if (!offset) return;
  const std::size_t at = begin + *offset;
  if (p_of(sums, begin, at, end) > 10 * options.max_p) return;
  found.insert(at);
  split(values, sums, begin, at, options, found);
  split(values, sums, at, end, options, found);
}

std::set<std::size_t> candidates(const std::vector<double>& values, const Sums& sums, const EDivisive& options) {
  std::set<std::size_t> all;
  for (std::size_t begin = 0; begin < values.size();) {
    std::set<std::size_t> found;
    split(values, sums, begin, std::min(begin + options.window, values.size()), options, found);
    begin = std::max(begin + std::max<std::size_t>(options.window / 2, 1), found.empty() ? 0 : *found.rbegin());
    all.merge(found);
  }
  return all;
}

double change_of(const ChangePoint& point) {
  return std::max(point.after / point.before, point.before / point.after) - 1;
}

}  // namespace

std::vector<ChangePoint> change_points(const std::vector<double>& values, const EDivisive& options) {
  const Sums sums(values);
  std::vector<ChangePoint> points;
  for (const std::size_t index : candidates(values, sums, options)) points.push_back({index, 0, 0, 0});
  while (!points.empty()) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::size_t begin = i == 0 ? 0 : points[i - 1].index;
      const std::size_t end = i + 1 == points.size() ? values.size() : points[i + 1].index;
      const std::size_t at = points[i].index;
      points[i] = {at, sums.mean(begin, at), sums.mean(at, end), p_of(sums, begin, at, end)};
    }
    // The least certain goes first, then the smallest; either changes what its neighbours are compared with.
    auto weakest =
        std::max_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.p < b.p; });
    if (weakest->p < options.max_p) {
      weakest = std::min_element(points.begin(), points.end(),
                                 [](const auto& a, const auto& b) { return change_of(a) < change_of(b); });
      if (change_of(*weakest) >= options.least_change) break;
    }
    points.erase(weakest);
  }
  return points;
}

}  // namespace warpmark::history
