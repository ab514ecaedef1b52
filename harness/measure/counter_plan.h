// Which hardware counters to read, as --gpu_counters says. No CUDA in here.
#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// A counter of a row.
struct Counter {
  std::string name;                  // as rows have it
  std::vector<std::string> metrics;  // CUPTI's names for it, by generation of GPU: the first that the GPU has counts
  double scale = 1;                  // units of the counter in one of the metric
  std::string per = {};              // the metric that it is divided by; empty for a plain sum
  bool required = false;             // by the user's own word: a GPU that lacks it is an error
};

/// The counters of a list of presets and CUPTI metrics, "memory,smsp__warps_launched.sum"; a metric's counter is called
/// gpu_ and its name. Throws InputError for anything else. Each counter once, in the order of its first mention.
std::vector<Counter> parse_counters(const std::string& list);

/// Every preset with its counters and their metrics, for people.
std::string counter_presets_text();

}  // namespace warpmark
