#include "harness/gate/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "harness/baseline/counters.h"
#include "harness/run/glob.h"
#include "harness/run/median.h"

namespace warpmark {

namespace {

const CounterRule* counter_rule(const std::string& counter, const Policy& policy) {
  const auto last = std::find_if(policy.counters.rbegin(), policy.counters.rend(),
                                 [&](const CounterRule& rule) { return glob_match(rule.match, counter); });
  return last == policy.counters.rend() ? nullptr : &*last;
}

Finding check_exact(const std::string& name, const std::vector<double>& values, double expected) {
  const auto other = std::find_if(values.begin(), values.end(), [&](double value) { return value != expected; });
  if (other == values.end()) return {};
  return {Status::counter_changed, Reason::counter,
          fmt::format("{} {:.17g} -> {:.17g}, must be equal", name, expected, *other)};
}

Finding check_tolerance(const std::string& name, double value, double expected, const CounterRule& rule) {
  const double rise = value - expected;
  const double worse = rule.better == CounterRule::Better::higher  ? -rise
                       : rule.better == CounterRule::Better::lower ? rise
                                                                   : std::abs(rise);
  if (worse <= rule.tolerance * std::abs(expected)) return {};
  return {Status::regression, Reason::counter,
          fmt::format("{} {:g} -> {:g}, tolerance {:g} %", name, expected, value, rule.tolerance * 100)};
}

Finding check_counter(const std::string& name, const std::vector<double>& values, double expected,
                      const CounterRule& rule) {
  if (values.empty()) {
    return {Status::inconclusive, Reason::counter,
            fmt::format("{} is {:g} in the baseline and not in the run", name, expected)};
  }
  return rule.exact ? check_exact(name, values, expected) : check_tolerance(name, median(values), expected, rule);
}

/// 48 bits, exact in a double; a value that no hash can have is shown as the number it is.
std::string hash_text(double hash) {
  constexpr double end = 281474976710656.0;  // 2^48
  if (!(hash >= 0 && hash < end)) return fmt::format("{:g}", hash);
  return fmt::format("{:#x}", static_cast<std::uint64_t>(hash));
}

}  // namespace

Finding check_counters(const Measured& measured, const BaselineRow& baseline, const Policy& policy, bool is_counted) {
  Finding worst;
  for (const auto& [name, expected] : baseline.counters) {
    if (!is_counted && is_hardware_counter(name)) continue;
    const CounterRule* rule = counter_rule(name, policy);
    if (rule != nullptr)
      worst = worst_of(std::move(worst), check_counter(name, measured.counter(name), expected, *rule));
  }
  return worst;
}

Finding check_output_hash(const Measured& measured, const std::optional<std::uint64_t>& baseline_hash) {
  const std::vector<double> hashes = measured.counter("gpu_output_hash");
  if (hashes.empty()) {
    if (!baseline_hash) return {};
    return {Status::inconclusive, Reason::output_hash,
            fmt::format("output hash {:#x} in the baseline, none in the run", *baseline_hash)};
  }
  const double expected = baseline_hash ? static_cast<double>(*baseline_hash) : hashes.front();
  const auto other = std::find_if(hashes.begin(), hashes.end(), [&](double hash) { return hash != expected; });
  if (other == hashes.end()) return {};
  return {Status::numerics_changed, Reason::output_hash,
          baseline_hash
              ? fmt::format("output hash {} -> {}", hash_text(expected), hash_text(*other))
              : fmt::format("processes disagree: output hash {} and {}", hash_text(expected), hash_text(*other))};
}

}  // namespace warpmark
