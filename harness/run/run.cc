#include "harness/run/run.h"

#include <cmath>
#include <unordered_set>

#include "harness/run/median.h"

namespace warpmark {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// Whether a name's component says how it was run, not what was measured.
bool is_runtime_suffix(std::string_view component) {
  for (const std::string_view word : {"manual_time", "real_time", "process_time"})
    if (component == word) return true;
  for (const std::string_view word : {"iterations:", "repeats:", "min_time:", "min_warmup_time:"})
    if (component.starts_with(word)) return is_number(component.substr(word.size()));
  return false;
}

bool is_threads(std::string_view component) {
  constexpr std::string_view word = "threads:";
  return component.starts_with(word) && is_number(component.substr(word.size()));
}

int median_counter(const Run& run, const std::string& counter, int otherwise) {
  std::vector<double> values;
  for (const Row& row : run.rows)
    if (const auto value = row.counter(counter)) values.push_back(*value);
  return values.empty() ? otherwise : static_cast<int>(std::lround(median(std::move(values))));
}

}  // namespace

std::optional<double> Row::counter(const std::string& counter_name) const {
  const auto found = counters.find(counter_name);
  return found == counters.end() ? std::nullopt : std::optional(found->second);
}

// Google Benchmark appends these suffixes behind the arguments, /threads:N last: so they are taken from the end, and an
// axis of the same name further ahead stays.
std::string key_of(std::string_view name) {
  std::string_view threads;
  for (auto slash = name.rfind('/'); slash != std::string_view::npos && slash > 0; slash = name.rfind('/')) {
    const std::string_view component = name.substr(slash + 1);
    if (threads.empty() && is_threads(component))
      threads = name.substr(slash);
    else if (!is_runtime_suffix(component))
      break;
    name = name.substr(0, slash);
  }
  return std::string(name).append(threads);
}

bool is_timed_by_gpu(std::string_view key) { return key.ends_with("/l2:cold") || key.ends_with("/l2:warm"); }

std::vector<std::string> keys_of(const Run& run) {
  std::vector<std::string> keys;
  std::unordered_set<std::string_view> seen;
  for (const Row& row : run.rows)
    if (seen.insert(row.key).second) keys.push_back(row.key);
  return keys;
}

RunFacts observed(const Run& run) {
  RunFacts facts = run.facts;
  facts.gpu.sm_mhz = median_counter(run, "gpu_sm_mhz", facts.gpu.sm_mhz);
  facts.gpu.memory_mhz = median_counter(run, "gpu_memory_mhz", facts.gpu.memory_mhz);
  return facts;
}

}  // namespace warpmark
