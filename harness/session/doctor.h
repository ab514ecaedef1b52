// What this machine can measure, what disturbs it, and how to mend it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/session/bench_program.h"
#include "harness/session/doctor/check.h"
#include "harness/session/doctor/machine.h"

namespace warpmark {

/// What the program says of its card, after it has tried to read hardware counters: ask_gpu with one more flag.
GpuInfo ask_gpu_and_try_counters(BenchProgram bench);

/// The checklist for a card, from what the benchmark program says of it and what the machine shows. `today` is an ISO
/// day.
std::vector<Check> diagnose(const GpuInfo& info, const Machine& machine, const std::filesystem::path& baselines,
                            const std::string& today);

/// The checklist of a machine on which the benchmark program finds no usable GPU, or on which there is no program.
std::vector<Check> diagnose_no_gpu(const std::string& reason, const Machine& machine,
                                   const std::filesystem::path& baselines);

/// Nothing on the list has to be mended first.
bool can_measure(const std::vector<Check>& checks);

/// For people: a line a check, remedies below, the verdict last.
std::string to_text(const std::vector<Check>& checks);

/// For programs: [{"subject", "verdict": "ok" | "warn" | "fail" | "unknown", "finding", "remedy"}, ...].
nlohmann::ordered_json to_json(const std::vector<Check>& checks);

}  // namespace warpmark
