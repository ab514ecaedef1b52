#include "harness/history/changes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "harness/history/e_divisive.h"
#include "harness/run/median.h"

namespace warpmark::history {
namespace {

/// What varies from night to night by itself: robust against steps and spikes, because it is taken of differences of
/// neighbours, by their median.
double noise_of(const std::vector<double>& values) {
  std::vector<double> differences;
  for (std::size_t i = 1; i < values.size(); ++i) differences.push_back(std::abs(values[i] - values[i - 1]));
  constexpr double sd_of_median_difference = 1.0483;  // 1 / (0.6745 sqrt 2), of normal noise
  return sd_of_median_difference * median(std::move(differences));
}

/// Flat, then in equal parts from one level to the other, then flat again.
struct Ramp {
  std::size_t begin = 0;
  std::size_t end = 0;
  double before = 0;
  double after = 0;
  double misfit = std::numeric_limits<double>::infinity();  // sum of squares
};

Ramp fitted(const std::vector<double>& values, std::size_t first, std::size_t last, std::size_t begin,
            std::size_t end) {
  const auto n = static_cast<double>(last - first);
  double sum_g = 0;
  double sum_gg = 0;
  double sum_x = 0;
  double sum_gx = 0;
  double sum_xx = 0;
  for (std::size_t i = first; i < last; ++i) {
    const double rise = static_cast<double>(i + 1 - std::min(begin, i + 1)) / static_cast<double>(end - begin + 1);
    const double g = std::min(rise, 1.0);
    const double x = values[i] - values[first];
    sum_g += g;
    sum_gg += g * g;
    sum_x += x;
    sum_gx += g * x;
    sum_xx += x * x;
  }
  const double determinant = n * sum_gg - sum_g * sum_g;
  if (determinant <= 0) return {};
  const double slope = (n * sum_gx - sum_g * sum_x) / determinant;
  const double level = (sum_x - slope * sum_g) / n;
  const double misfit = sum_xx - level * sum_x - slope * sum_gx;
  return {begin, end, values[first] + level, values[first] + level + slope, std::max(misfit, 0.0)};
}

/// The best ramp over [first, last), whose rise begins and ends within [from, to].
Ramp best_ramp(const std::vector<double>& values, std::size_t first, std::size_t last, std::size_t from,
               std::size_t to) {
  Ramp best;
  for (std::size_t begin = std::max(from, first + 1); begin <= to; ++begin) {
    for (std::size_t end = begin; end <= to; ++end) {
      const Ramp ramp = fitted(values, first, last, begin, end);
      if (ramp.misfit < best.misfit) best = ramp;
    }
  }
  return best;
}

double scatter(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  double mean = 0;
  for (std::size_t i = begin; i < end; ++i) mean += values[i] / static_cast<double>(end - begin);
  double sum = 0;
  for (std::size_t i = begin; i < end; ++i) sum += (values[i] - mean) * (values[i] - mean);
  return sum;
}

/// Neighbouring change points that may be one rise: [first, last] of `points`, with what lies around them.
class Staircase {
 public:
  Staircase(const std::vector<double>& values, const std::vector<ChangePoint>& points, double noise)
      : values_(values), points_(points), noise_(noise) {}

  /// The change that points [first, last] are together, if they are one.
  [[nodiscard]] std::optional<Change> as_one(std::size_t first, std::size_t last) const {
    const std::size_t begin = stretch_begin(first);
    const std::size_t end = stretch_end(last);
    const std::size_t low = points_[first].index;
    const std::size_t high = points_[last].index;
    const std::size_t from = std::max(begin + 1, low - std::min(low, reach));
    const std::size_t to = std::min(end - 1, high + reach);
    const Ramp ramp = best_ramp(values_, begin, end, from, to);
    double of_steps = scatter(values_, begin, low) + scatter(values_, high, end);
    for (std::size_t i = first; i < last; ++i) of_steps += scatter(values_, points_[i].index, points_[i + 1].index);
    if (first == last) return step_or_creep(first, ramp, of_steps);
    // A ramp has fewer parameters than two steps, and rises over several nights.
    if (ramp.misfit >= of_steps || ramp.end - ramp.begin + 1 < nights_to_know) return std::nullopt;
    return change_of(ramp, first, last);
  }

 private:
  static constexpr std::size_t around = 40;  // nights of either level that a fit looks at
  static constexpr std::size_t reach = 20;   // nights before and after a change point in which a rise may begin or end

  [[nodiscard]] std::size_t stretch_begin(std::size_t point) const {
    const std::size_t before = point == 0 ? 0 : points_[point - 1].index;
    const std::size_t index = points_[point].index;
    return std::max(before, index - std::min(index, around));
  }
  [[nodiscard]] std::size_t stretch_end(std::size_t point) const {
    const std::size_t after = point + 1 == points_.size() ? values_.size() : points_[point + 1].index;
    return std::min(after, points_[point].index + around);
  }

  /// A ramp is believed where it leaves much less unexplained than the step: by more than chance gives its one
  /// parameter more.
  [[nodiscard]] Change step_or_creep(std::size_t point, const Ramp& ramp, double of_step) const {
    const std::size_t index = points_[point].index;
    const bool rises = ramp.end - ramp.begin + 1 >= nights_to_know;
    const double gain = of_step - ramp.misfit;
    const double chance = std::max(noise_ * noise_, ramp.misfit / static_cast<double>(values_.size()));
    if (rises && ramp.misfit < 0.5 * of_step && gain > 25 * chance) return change_of(ramp, point, point);
    return {index, index, points_[point].before, points_[point].after, points_[point].p};
  }

  [[nodiscard]] Change change_of(const Ramp& ramp, std::size_t first, std::size_t last) const {
    double p = 1;
    for (std::size_t i = first; i <= last; ++i) p = std::min(p, points_[i].p);
    return {ramp.begin, ramp.end, ramp.before, ramp.after, p};
  }

  const std::vector<double>& values_;
  const std::vector<ChangePoint>& points_;
  double noise_;
};

bool same_direction(const ChangePoint& a, const ChangePoint& b) { return (a.after > a.before) == (b.after > b.before); }

std::vector<Change> joined(const std::vector<double>& values, const std::vector<ChangePoint>& points) {
  const Staircase staircase(values, points, noise_of(values));
  std::vector<Change> changes;
  for (std::size_t first = 0; first < points.size();) {
    std::size_t last = first;
    std::optional<Change> change = staircase.as_one(first, last);
    while (last + 1 < points.size() && same_direction(points[last], points[last + 1])) {
      const auto wider = staircase.as_one(first, last + 1);
      if (!wider) break;
      change = wider;
      ++last;
    }
    changes.push_back(*change);
    first = last + 1;
  }
  return changes;
}

}  // namespace

std::vector<bool> spikes(const std::vector<double>& values, double floor) {
  constexpr std::size_t around = 3;
  const double noise = 4 * noise_of(values);
  std::vector<bool> alone(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double near = std::max(noise, floor * values[i]);
    int others = 0;
    for (std::size_t k = i - std::min(i, around); k < std::min(values.size(), i + around + 1); ++k) {
      if (k != i && std::abs(values[k] - values[i]) <= near) ++others;
    }
    alone[i] = others < static_cast<int>(nights_to_know) - 1;
  }
  return alone;
}

std::vector<Change> find_changes(const std::vector<double>& values, const ChangeOptions& options) {
  const std::vector<bool> alone = spikes(values, options.floor);
  std::vector<double> kept;
  std::vector<std::size_t> night;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (alone[i]) continue;
    kept.push_back(values[i]);
    night.push_back(i);
  }
  if (kept.size() < 2 * nights_to_know) return {};
  EDivisive divisive;
  divisive.max_p = options.family_error / (static_cast<double>(options.series) * static_cast<double>(kept.size()));
  divisive.least_change = options.floor;
  std::vector<ChangePoint> points = change_points(kept, divisive);
  std::erase_if(points, [&](const ChangePoint& point) {
    return point.index < nights_to_know || point.index + nights_to_know > kept.size();
  });
  std::vector<Change> changes = joined(kept, points);
  for (Change& change : changes) {
    change.begin = night[change.begin];
    change.end = night[change.end];
  }
  return changes;
}

}  // namespace warpmark::history
