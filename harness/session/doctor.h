// What this machine can measure, what disturbs it, and how to mend it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/session/bench_program.h"

namespace warpmark {

struct Check {
  enum class Level { ok, warn, fail, unknown } level = Level::unknown;
  std::string subject;
  std::string finding;
  std::string remedy;  // empty where there is nothing to do
};

/// The checklist for a card, from what the benchmark program says of it. `today` is an ISO day.
std::vector<Check> diagnose(const GpuInfo& info, const std::filesystem::path& baselines, const std::string& today);

/// The checklist of a machine on which the benchmark program finds no usable GPU.
std::vector<Check> diagnose_no_gpu(const std::string& reason);

/// For people: a line a check, remedies below, the verdict last.
std::string to_text(const std::vector<Check>& checks);

}  // namespace warpmark
