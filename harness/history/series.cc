#include "harness/history/series.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "harness/history/between.h"

namespace warpmark::history {
namespace {

constexpr double usual_floor = 0.01;

double floor_of(const std::vector<Point>& points) {
  const auto judged = std::find_if(points.rbegin(), points.rend(),
                                   [](const Point& point) { return point.judged && point.judged->tolerance > 0; });
  return judged == points.rend() ? usual_floor : std::max(judged->judged->tolerance, usual_floor);
}

bool is_beyond_baseline(const Point& point) {
  if (!point.judged || !point.judged->has_comparable_baseline()) return false;
  return point.time_us() > point.judged->baseline_us * (1 + point.judged->tolerance);
}

/// From the newest night back; nights without a time neither count nor end it.
std::optional<std::size_t> slower_since(const std::vector<Point>& points, const std::vector<std::size_t>& measured) {
  std::optional<std::size_t> since;
  std::size_t nights = 0;
  for (auto index = measured.rbegin(); index != measured.rend() && is_beyond_baseline(points[*index]); ++index) {
    since = *index;
    ++nights;
  }
  return nights >= nights_to_know ? since : std::nullopt;
}

void find_trends(Series& series, const TrendOptions& options) {
  std::vector<double> times;
  std::vector<std::size_t> measured;
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    if (series.points[i].times_us.empty()) continue;
    times.push_back(series.points[i].time_us());
    measured.push_back(i);
  }
  ChangeOptions changes;
  changes.floor = options.floor.value_or(floor_of(series.points));
  changes.series = options.series;
  series.changes = find_changes(times, changes);
  for (Change& change : series.changes) {
    change.begin = measured[change.begin];
    change.end = measured[change.end];
  }
  series.slower_since = slower_since(series.points, measured);
}

}  // namespace

std::size_t Series::index_before(const Change& change) const {
  std::size_t index = change.begin;
  while (index > 0 && points[--index].times_us.empty()) {
  }
  return index;
}

std::map<std::string, Series> series_of(History& history, const std::vector<Night>& nights, const std::string& key,
                                        std::int64_t benchmark, const TrendOptions& options) {
  std::unordered_map<std::int64_t, std::size_t> night_of_run;
  for (std::size_t i = 0; i < nights.size(); ++i) night_of_run[nights[i].id] = i;
  std::vector<std::pair<std::size_t, Point>> by_night;
  for (Point& point : history.of_benchmark(benchmark)) {
    const auto night = night_of_run.find(point.run);
    if (night != night_of_run.end()) by_night.emplace_back(night->second, std::move(point));
  }
  std::sort(by_night.begin(), by_night.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::map<std::string, Series> all;
  for (auto& [night, point] : by_night) {
    Series& series = all[nights[night].gpu];
    series.key = key;
    series.nights.push_back(night);
    series.points.push_back(std::move(point));
  }
  for (auto& [gpu, series] : all) find_trends(series, options);
  return all;
}

std::vector<std::string> reasons_of(History& history, const std::vector<Night>& nights, const Series& series,
                                    const Change& change) {
  const std::size_t before = series.index_before(change);
  std::vector<std::string> reasons = context_between(nights[series.nights[before]], nights[series.nights[change.end]]);
  for (std::string& line : measured_between(history, series.points[before], series.points[change.end]))
    reasons.push_back(std::move(line));
  return reasons;
}

}  // namespace warpmark::history
