// What a file of measurements says of where they come from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/measure/device.h"
#include "harness/measure/options.h"
#include "harness/measure/timer.h"
#include "harness/run/run.h"

namespace warpmark {

/// The facts of this process; `filter` is the user's.
RunFacts run_facts(const Device& device, const Timer& timer, const std::string& filter);

/// The same where all rows are of the host, and no GPU is looked for.
RunFacts run_facts_of_host(const std::string& filter);

/// What this process cannot measure as it was meant to, and why; empty where it can.
struct Shortcomings {
  std::string timer;     // why not CUPTI
  std::string counters;  // why not those that --gpu_counters asked for
};

/// Google Benchmark's context, the user's --benchmark_context, and `warpmark` with the facts.
/// `device` is null where no GPU is used.
nlohmann::ordered_json context_json(const RunFacts& facts, const Device* device, const Options& options,
                                    const Shortcomings& lacks, const std::string& executable);

}  // namespace warpmark
