#include "harness/cli/history_text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "harness/cli/places.h"
#include "harness/report/printable.h"
#include "harness/run/change_text.h"
#include "harness/run/shell_words.h"

namespace warpmark {
namespace {

using history::Change;
using history::History;
using history::Night;
using history::Point;
using history::Series;
using history::TrendOptions;

constexpr std::size_t longest_commit = 13;  // "958fa03-dirty"

std::string day_and_time(const Night& night) { return night.date.substr(0, 10) + " " + night.date.substr(11, 5); }

/// Enough of a card's or a content's name to tell it from others.
std::string shortened(const std::string& text, std::size_t length) { return printable(text.substr(0, length)); }

void print_change(History& history, const std::vector<Night>& nights, const Series& series, const Change& change) {
  const std::string from = day_and_time(nights[series.nights[change.begin]]);
  const std::string until = change.is_creep() ? " to " + day_and_time(nights[series.nights[change.end]]) : "";
  fmt::print("  {}{}: {}, {:.5g} us -> {:.5g} us{}\n", from, until, change_text(change.ratio()), change.before,
             change.after, change.is_creep() ? ", night by night" : "");
  for (const std::string& reason : reasons_of(history, nights, series, change))
    fmt::print("      {}\n", printable(reason));
}

void print_series_of(History& history, const std::vector<Night>& nights, const std::string& gpu, const Series& series) {
  fmt::print("{}\n{}\n{:<16}  {:<13}  {:<12}  {:>10}  {:>10}  {:>10}  {:>10}  {}\n", printable(series.key),
             printable(gpu), "began (UTC)", "commit", "card", "time us", "lowest", "highest", "baseline", "verdict");
  const auto number = [](double value) { return value > 0 ? fmt::format("{:.5g}", value) : ""; };
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const Point& point = series.points[i];
    const Night& night = nights[series.nights[i]];
    const auto [low, high] = std::minmax_element(point.times_us.begin(), point.times_us.end());
    const bool measured = !point.times_us.empty();
    fmt::print("{:<16}  {:<13}  {:<12}  {:>10}  {:>10}  {:>10}  {:>10}  {}\n", day_and_time(night),
               shortened(night.facts.commit, longest_commit), shortened(night.facts.gpu.uuid, 12),
               number(point.time_us()), measured ? number(*low) : "", measured ? number(*high) : "",
               point.judged ? number(point.judged->baseline_us) : "",
               point.judged ? point.judged->status : printable(point.error.value_or(point.skipped.value_or(""))));
  }
  if (series.changes.empty()) fmt::print("no change of level\n");
  if (!series.changes.empty()) fmt::print("changes\n");
  for (const Change& change : series.changes) print_change(history, nights, series, change);
  if (series.slower_since)
    fmt::print("slower than its baseline's tolerance since {}\n",
               day_and_time(nights[series.nights[*series.slower_since]]));
}

/// A benchmark whose newest night the gate did not pass, and of which no change is known.
struct Moved {
  std::string key;
  std::string status;
  double ratio = 0;  // to its baseline; 0: not comparable

  [[nodiscard]] double distance() const { return ratio > 0 ? std::abs(std::log(ratio)) : 0; }
};

std::optional<Moved> moved_in_newest_night(const std::vector<Night>& nights, const std::string& gpu,
                                           const Series& series) {
  static const std::set<std::string> quiet = {"pass", "new", "skipped", "inconclusive", "expected"};
  const auto newest =
      std::find_if(nights.rbegin(), nights.rend(), [&](const Night& night) { return night.gpu == gpu; });
  const auto& judged = series.last().judged;
  if (&nights[series.nights.back()] != &*newest || !judged || quiet.contains(judged->status)) return std::nullopt;
  const bool is_comparable = judged->has_comparable_baseline() && !series.last().times_us.empty();
  return Moved{series.key, judged->status, is_comparable ? series.last().time_us() / judged->baseline_us : 0};
}

/// One night makes no change, and whoever had a red one looks for it here.
void print_moved(std::vector<Moved> moved, const std::string& db) {
  constexpr std::size_t most_shown = 10;
  if (moved.empty()) return;
  std::stable_sort(moved.begin(), moved.end(),
                   [](const Moved& a, const Moved& b) { return a.distance() > b.distance(); });
  fmt::print("not passed in the newest night, but no change yet (a change is a level that {} nights agree on):\n",
             history::nights_to_know);
  for (std::size_t i = 0; i < std::min(moved.size(), most_shown); ++i)
    fmt::print("  {}: {}{}\n", printable(moved[i].key), moved[i].status,
               moved[i].ratio > 0 ? fmt::format(", {} from its baseline", change_text(moved[i].ratio)) : "");
  if (moved.size() > most_shown) fmt::print("  and {} more\n", moved.size() - most_shown);
  fmt::print("  its nights, one by one: warpmark history show {}{}\n", shell_word(moved.front().key),
             db == default_history ? "" : " --db " + shell_word(db));
}

}  // namespace

std::string counted(std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

void print_nights(History& history) {
  fmt::print("{:<16}  {:<16}  {:<12}  {:<13}  {:<12}  {}\n", "began (UTC)", "night", "card", "commit", "driver",
             "verdicts");
  const std::vector<Night> nights = history.nights();
  for (const Night& night : nights) {
    std::vector<std::string> counts;
    for (const auto& [status, count] : night.verdicts) counts.push_back(fmt::format("{} {}", count, status));
    fmt::print("{:<16}  {:<16}  {:<12}  {:<13}  {:<12}  {}\n", day_and_time(night), night.hash,
               shortened(night.facts.gpu.uuid, 12), shortened(night.facts.commit, longest_commit),
               shortened(night.facts.driver, 12),
               counts.empty() ? "not judged" : fmt::format("{}", fmt::join(counts, ", ")));
  }
  fmt::print("{}, {}\n", counted(nights.size(), "night"), counted(history.benchmarks().size(), "benchmark"));
}

void print_series(History& history, const std::vector<Night>& nights, const std::string& key, std::int64_t benchmark,
                  const TrendOptions& trends) {
  for (const auto& [gpu, series] : series_of(history, nights, key, benchmark, trends))
    print_series_of(history, nights, gpu, series);
}

void print_changes(History& history, const std::map<std::string, std::int64_t>& benchmarks, const TrendOptions& trends,
                   const std::string& db) {
  const std::vector<Night> nights = history.nights();
  std::size_t found = 0;
  std::vector<Moved> moved;
  for (const auto& [key, id] : benchmarks) {
    for (const auto& [gpu, series] : series_of(history, nights, key, id, trends)) {
      if (series.changes.empty() && !series.slower_since) {
        if (auto one = moved_in_newest_night(nights, gpu, series)) moved.push_back(std::move(*one));
        continue;
      }
      fmt::print("{}\n", printable(key));
      for (const Change& change : series.changes) print_change(history, nights, series, change);
      if (series.slower_since)
        fmt::print("  slower than its baseline's tolerance since {}\n",
                   day_and_time(nights[series.nights[*series.slower_since]]));
      found += series.changes.size();
    }
  }
  print_moved(std::move(moved), db);
  fmt::print("{} of {} in {}\n", counted(found, "change"), counted(benchmarks.size(), "benchmark"),
             counted(nights.size(), "night"));
}

}  // namespace warpmark
