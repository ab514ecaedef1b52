#include "harness/session/counting.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "fmt/format.h"
#include "harness/baseline/counters.h"
#include "harness/run/glob.h"
#include "harness/session/interrupt.h"

namespace warpmark {
namespace {

bool has_gated_counters(const CounterValues& counters, const Policy& policy) {
  return std::any_of(counters.begin(), counters.end(), [&](const auto& counter) {
    return is_hardware_counter(counter.first) &&
           std::any_of(policy.counters.begin(), policy.counters.end(),
                       [&](const CounterRule& rule) { return glob_match(rule.match, counter.first); });
  });
}

std::unordered_set<std::string> counted_keys(const Run& run) {
  std::unordered_set<std::string> keys;
  for (const Row& row : run.rows) {
    if (has_hardware_counters(row.counters)) keys.insert(row.key);
  }
  return keys;
}

}  // namespace

void add_counters(Run& run, const std::vector<std::string>& keys, const RunPlan& plan, Progress& progress) {
  if (keys.empty()) return;
  progress.message(
      fmt::format("{} benchmark{} once more, with hardware counters", keys.size(), keys.size() == 1 ? "" : "s"));
  RunPlan counting = plan;
  counting.keys = keys;
  for (const char* flag : {"--gpu_counters=memory", "--gpu_count_only", "--gpu_samples=1"})
    counting.bench.args.emplace_back(flag);
  counting.processes = 1;
  counting.output.clear();
  counting.resume = false;
  try {
    const Run counted = measure(counting, progress);
    std::unordered_map<std::string, Row*> first;
    for (Row& row : run.rows) first.try_emplace(row.key, &row);
    for (const Row& source : counted.rows) {
      const auto row = first.find(source.key);
      if (row == first.end() || source.error) continue;
      for (const auto& [name, value] : source.counters)
        if (is_hardware_counter(name)) row->second->counters[name] = value;
    }
    if (counted_keys(counted).empty())
      progress.message("no hardware counters: they are refused here; warpmark doctor says how to permit them");
  } catch (const Interrupted&) {
    throw;
  } catch (const std::runtime_error& failure) {
    progress.message(fmt::format("no hardware counters: {}", failure.what()));
  }
}

std::vector<std::string> gated_but_not_counted(const Run& run, const Baseline& baseline, const Policy& policy) {
  const std::unordered_set<std::string> counted = counted_keys(run);
  std::vector<std::string> keys;
  for (const std::string& key : keys_of(run)) {
    const auto row = baseline.rows.find(key);
    if (row != baseline.rows.end() && has_gated_counters(row->second.counters, policy) && !counted.contains(key))
      keys.push_back(key);
  }
  return keys;
}

std::vector<std::string> red_but_not_counted(const Run& run, const Baseline& baseline, const Judgement& judgement) {
  const std::unordered_set<std::string> counted = counted_keys(run);
  std::vector<std::string> keys;
  for (const Verdict& verdict : judgement.verdicts) {
    const bool is_red = verdict.status == Status::regression || verdict.status == Status::expired;
    const auto row = baseline.rows.find(verdict.key);
    if (is_red && row != baseline.rows.end() && has_hardware_counters(row->second.counters) &&
        !counted.contains(verdict.key))
      keys.push_back(verdict.key);
  }
  return keys;
}

}  // namespace warpmark
