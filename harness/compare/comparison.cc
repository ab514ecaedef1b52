#include "harness/compare/comparison.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <string_view>
#include <tuple>

#include "harness/compare/decide.h"
#include "harness/compare/groups.h"
#include "harness/compare/name.h"
#include "harness/run/glob.h"
#include "harness/run/input_error.h"
#include "harness/run/key_index.h"

namespace warpmark::compare {
namespace {

Pair pair_of(Match match) {
  Pair pair;
  pair.workload = without_axis(match.key, "l2");
  pair.cache = std::string(axis_of(match.key, "l2").value_or(""));
  pair.key = std::move(match.key);
  pair.label = std::move(match.label);
  pair.estimate = estimate(match.observed);
  pair.reason = std::move(match.doubt);
  pair.results_differ = match.results_differ;
  return pair;
}

/// Half of them on a second core.
std::vector<Pair> pairs_of(std::vector<Match> matches) {
  std::vector<Pair> pairs(matches.size());
  const auto fill = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) pairs[i] = pair_of(std::move(matches[i]));
  };
  std::future<void> second_half = std::async(std::launch::async, fill, matches.size() / 2, matches.size());
  fill(0, matches.size() / 2);
  second_half.get();
  return pairs;
}

void mark_controls(std::vector<Pair>& pairs, const std::vector<std::string>& globs) {
  for (const std::string& glob : globs) {
    bool found = false;
    for (Pair& pair : pairs) {
      if (!glob_match(glob, pair.key)) continue;
      pair.is_control = found = true;
    }
    if (!found)
      throw InputError("--control " + glob, "matches no pair, so it would show no noise",
                       pairs.empty() ? "" : "keys look like " + pairs.front().key);
  }
}

/// A sortable measure, the smallest first.
using Rank = std::tuple<int, double>;

Rank rank(const Pair& pair, Order order) {
  if (order == Order::ratio) return {0, pair.estimate.ratio};
  if (order == Order::time) return {0, -pair.estimate.before_us};
  return {static_cast<int>(pair.change), -std::abs(std::log(pair.estimate.ratio))};
}

}  // namespace

std::string_view to_string(Change change) {
  switch (change) {
    case Change::results_differ:
      return "results differ";
    case Change::slower:
      return "slower";
    case Change::faster:
      return "faster";
    case Change::same:
      return "same within noise";
    case Change::unknown:
      break;
  }
  return "cannot tell";
}

std::size_t Comparison::count(Change change) const {
  return static_cast<std::size_t>(
      std::count_if(pairs.begin(), pairs.end(), [change](const Pair& pair) { return pair.change == change; }));
}

Comparison compare(Matched matched, const Options& options) {
  Comparison comparison;
  comparison.before = std::move(matched.before);
  comparison.after = std::move(matched.after);
  comparison.notes = std::move(matched.notes);
  comparison.pairs = pairs_of(std::move(matched.matches));
  mark_controls(comparison.pairs, options.control);
  comparison.noise_floor = noise_floors(comparison.pairs);
  decide(comparison.pairs, comparison.noise_floor, options);
  // Filtered last: the noise of the controls is that of all that was measured, whatever is looked at.
  const auto is_left_out = [&options](const auto& row) { return !glob_match(options.filter, row.key); };
  std::erase_if(comparison.pairs, is_left_out);
  std::copy_if(matched.not_compared.begin(), matched.not_compared.end(), std::back_inserter(comparison.not_compared),
               [&](const NotCompared& row) { return !is_left_out(row); });
  comparison.groups = assign_groups(comparison.pairs, options.group_by);
  comparison.all = whole(comparison.pairs);
  return comparison;
}

void sort(std::vector<Pair>& pairs, Order order) {
  if (order == Order::key) {
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
      return std::tie(a.workload, a.cache) < std::tie(b.workload, b.cache);
    });
    return;
  }
  // Workloads by number, each name looked up once: of many pairs comparing names would take most of the time.
  KeyIndex workloads(pairs.size());
  std::vector<Rank> first;  // of each workload
  std::vector<std::size_t> workload_of;
  workload_of.reserve(pairs.size());
  for (const Pair& pair : pairs) {
    const std::size_t workload = workloads.add(pair.workload);
    const Rank mine = rank(pair, order);
    if (workload == first.size()) first.push_back(mine);
    workload_of.push_back(workload);
    first[workload] = std::min(first[workload], mine);
  }
  std::vector<std::tuple<Rank, std::size_t, std::string_view, std::size_t>> places;
  places.reserve(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i)
    places.emplace_back(first[workload_of[i]], workload_of[i], pairs[i].cache, i);
  std::sort(places.begin(), places.end());
  std::vector<Pair> sorted;
  sorted.reserve(pairs.size());
  for (const auto& place : places) sorted.push_back(std::move(pairs[std::get<3>(place)]));
  pairs = std::move(sorted);
}

}  // namespace warpmark::compare
