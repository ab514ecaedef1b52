#include "harness/compare/decide.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpmark::compare {
namespace {

constexpr double false_discovery_rate = 0.05;

bool is_decidable(const Pair& pair) { return pair.reason.empty() && pair.estimate.interval.has_value(); }

/// The largest p that is still a discovery; below 0 where none is.
double discovery_limit(const std::vector<Pair>& pairs) {
  std::vector<double> ps;
  for (const Pair& pair : pairs)
    if (is_decidable(pair)) ps.push_back(pair.estimate.p);
  std::sort(ps.begin(), ps.end());
  for (std::size_t rank = ps.size(); rank > 0; --rank) {
    const double allowed = false_discovery_rate * static_cast<double>(rank) / static_cast<double>(ps.size());
    if (ps[rank - 1] <= allowed) return ps[rank - 1];
  }
  return -1;
}

double distance(const Pair& pair) { return std::abs(pair.estimate.ratio - 1); }

void decide(Pair& pair, double limit, const Options& options) {
  const Interval interval = *pair.estimate.interval;
  const double reach = std::max(std::abs(interval.low - 1), std::abs(interval.high - 1));
  const bool is_small = distance(pair) < options.least_change;
  if (pair.estimate.p <= limit && !is_small) {
    pair.change = pair.estimate.ratio > 1 ? Change::faster : Change::slower;
  } else if (!interval.contains(1) && !is_small) {
    pair.change = Change::unknown;
    pair.reason = "beyond its interval, as by chance some of so many are";
  } else if (reach > options.same_within) {
    pair.change = Change::unknown;
    pair.reason = "its interval is too wide to call it the same";
  } else {
    pair.change = Change::same;
  }
}

}  // namespace

std::map<std::string, double> noise_floors(const std::vector<Pair>& pairs) {
  std::map<std::string, double> floors;
  for (const Pair& pair : pairs)
    if (pair.is_control) floors[pair.cache] = std::max(floors[pair.cache], distance(pair));
  return floors;
}

void decide(std::vector<Pair>& pairs, const std::map<std::string, double>& floors, const Options& options) {
  const double limit = discovery_limit(pairs);
  for (Pair& pair : pairs) {
    const auto floor = floors.find(pair.cache);
    const bool is_noise = floor != floors.end() && distance(pair) <= floor->second;
    pair.is_outside_noise = floor != floors.end() && !is_noise;
    if (!is_decidable(pair)) {
      pair.change = Change::unknown;
      if (pair.reason.empty()) pair.reason = pair.estimate.basis;
    } else if (is_noise) {
      pair.change = Change::same;
    } else {
      decide(pair, limit, options);
    }
    if (pair.results_differ) {
      pair.reason = fmt::format("not one gpu_output_hash on both sides; of the times: {}", to_string(pair.change)) +
                    (pair.reason.empty() ? "" : ", " + pair.reason);
      pair.change = Change::results_differ;
    }
  }
}

}  // namespace warpmark::compare
