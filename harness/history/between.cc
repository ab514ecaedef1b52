#include "harness/history/between.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "harness/baseline/counters.h"

namespace warpmark::history {
namespace {

using Lines = std::vector<std::string>;

void text_differs(Lines& lines, const char* what, const std::string& before, const std::string& after) {
  if (!before.empty() && !after.empty() && before != after)
    lines.push_back(fmt::format("{} {} -> {}", what, before, after));
}

void number_differs(Lines& lines, const std::string& what, double before, double after, double relative) {
  if (before == 0 || after == 0 || std::abs(after - before) <= relative * std::abs(before)) return;
  lines.push_back(fmt::format("{} {} -> {}", what, before, after));
}

std::string ecc_text(const std::optional<bool>& ecc) { return !ecc ? "" : *ecc ? "on" : "off"; }

CounterValues named_counters(History& history, const Point& point) {
  CounterValues counters;
  const auto& names = history.setup(point.setup).counter_names;
  for (std::size_t i = 0; i < std::min(names.size(), point.counters.size()); ++i)
    counters[names[i]] = point.counters[i];
  return counters;
}

}  // namespace

std::vector<std::string> context_between(const Night& before, const Night& after) {
  Lines lines;
  const RunFacts& a = before.facts;
  const RunFacts& b = after.facts;
  text_differs(lines, "commit", a.commit, b.commit);
  text_differs(lines, "driver", a.driver, b.driver);
  text_differs(lines, "CUDA", a.cuda, b.cuda);
  text_differs(lines, "compiler", a.compiler, b.compiler);
  text_differs(lines, "card", a.gpu.uuid, b.gpu.uuid);
  constexpr double clock_step = 0.005;  // a step of a clock is 15 MHz of 1980
  number_differs(lines, "SM clock MHz", a.gpu.sm_mhz, b.gpu.sm_mhz, clock_step);
  number_differs(lines, "memory clock MHz", a.gpu.memory_mhz, b.gpu.memory_mhz, clock_step);
  number_differs(lines, "power limit W", a.gpu.power_limit_w, b.gpu.power_limit_w, 0);
  text_differs(lines, "ECC", ecc_text(a.gpu.ecc), ecc_text(b.gpu.ecc));
  text_differs(lines, "host", before.host, after.host);
  return lines;
}

std::map<std::string, std::uint64_t> code_metrics(History& history, const Point& point) {
  std::map<std::string, std::uint64_t> metrics;
  if (point.setup == 0) return metrics;
  const auto& code = history.code(point.run);
  for (const std::string& kernel : history.setup(point.setup).kernels) {
    const auto found = code.find(kernel);
    if (found == code.end()) continue;
    for (const auto& [name, value] : found->second->metrics) {
      auto& sum = metrics[name];
      sum = name == "registers" ? std::max(sum, value) : sum + value;
    }
  }
  return metrics;
}

std::vector<std::string> measured_between(History& history, const Point& before, const Point& after) {
  if (before.setup == 0 || after.setup == 0) return {};
  Lines lines;
  const auto& kernels_before = history.setup(before.setup).kernels;
  const auto& kernels_after = history.setup(after.setup).kernels;
  if (!kernels_before.empty() && !kernels_after.empty() && kernels_before != kernels_after)
    lines.push_back(fmt::format("kernels {} -> {}", fmt::join(kernels_before, ", "), fmt::join(kernels_after, ", ")));
  const auto code_before = code_metrics(history, before);
  const auto code_after = code_metrics(history, after);
  if (!code_before.empty() && !code_after.empty()) {
    std::set<std::string> names;
    for (const auto& [name, value] : code_before) names.insert(name);
    for (const auto& [name, value] : code_after) names.insert(name);
    for (const std::string& name : names) {
      const auto of = [&](const auto& metrics) { return metrics.contains(name) ? metrics.at(name) : 0; };
      if (of(code_before) != of(code_after))
        lines.push_back(fmt::format("machine code {} {} -> {}", name, of(code_before), of(code_after)));
    }
  }
  constexpr double noticeable = 0.02;  // of counted bytes, which vary by themselves
  const auto counters_after = named_counters(history, after);
  for (const auto& [name, value] : named_counters(history, before)) {
    const auto other = counters_after.find(name);
    if (!explains_time(name) || other == counters_after.end()) continue;
    if (std::abs(other->second - value) > noticeable * std::abs(value))
      lines.push_back(fmt::format("{} {} -> {}", name, value, other->second));
  }
  return lines;
}

}  // namespace warpmark::history
