#include "harness/session/doctor.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "fmt/format.h"
#include "harness/baseline/baseline.h"
#include "harness/run/input_error.h"
#include "harness/session/doctor/baseline_check.h"
#include "harness/session/doctor/card_checks.h"
#include "harness/session/doctor/machine_checks.h"
#include "harness/session/doctor/measuring_checks.h"

namespace warpmark {
namespace {

using Level = Check::Level;

void append(std::vector<Check>& checks, std::vector<Check> more) {
  std::move(more.begin(), more.end(), std::back_inserter(checks));
}

const char* word(Level level) {
  switch (level) {
    case Level::ok:
      return "ok";
    case Level::warn:
      return "warn";
    case Level::fail:
      return "fail";
    case Level::unknown:
      return "unknown";
  }
  return "unknown";
}

/// Failures must be seen, and what is unknown is no news.
const char* mark(Level level) {
  if (level == Level::fail) return "FAIL";
  return level == Level::unknown ? "?" : word(level);
}

std::string verdict(const std::vector<Check>& checks) {
  const auto count = [&](Level level) {
    return std::count_if(checks.begin(), checks.end(), [&](const Check& check) { return check.level == level; });
  };
  const auto counted = [](std::ptrdiff_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  const auto warnings = count(Level::warn);
  if (const auto failures = count(Level::fail); failures > 0)
    return fmt::format("cannot measure here: {}, {}\n", counted(failures, "failure"), counted(warnings, "warning"));
  return "can measure here" + (warnings > 0 ? ", with " + counted(warnings, "warning") : std::string()) + "\n";
}

}  // namespace

GpuInfo ask_gpu_and_try_counters(BenchProgram bench) {
  const bool asks = std::any_of(bench.args.begin(), bench.args.end(),
                                [](const std::string& arg) { return arg.starts_with("--gpu_counters"); });
  if (!asks) bench.args.emplace_back("--gpu_counters=memory");
  return ask_gpu(bench);
}

std::vector<Check> diagnose(const GpuInfo& info, const Machine& machine, const std::filesystem::path& baselines,
                            const std::string& today) {
  std::optional<Baseline> baseline;
  std::optional<Check> broken;
  try {
    baseline = find_baseline(baselines, info.facts.gpu);
  } catch (const InputError& error) {
    broken = broken_baseline("baseline", error);
  }
  const Session* latest = baseline && !baseline->sessions.empty() ? &baseline->sessions.back() : nullptr;
  std::vector<Check> checks = measuring_checks(info);
  append(checks, card_settings(info, latest));
  append(checks, card_disturbances(info));
  append(checks, machine_checks(machine, info.facts.compiler));
  checks.push_back(laptop_check(machine, info.facts.gpu.name));
  checks.push_back(broken ? *broken : baseline_check(baseline, baselines, today));
  append(checks, broken_policies(baselines));
  return checks;
}

std::vector<Check> diagnose_no_gpu(const std::string& reason, const Machine& machine,
                                   const std::filesystem::path& baselines) {
  std::vector<Check> checks = {
      {Level::fail, "GPU", reason, "nvidia-smi -L  # must list the card; in a container: docker run --gpus all ..."}};
  append(checks, machine_checks(machine, ""));
  checks.push_back(baselines_check(baselines));
  append(checks, broken_policies(baselines));
  const bool disassembles = !machine.cuobjdump.version.empty() && !machine.nvdisasm.version.empty();
  checks.push_back(
      {Level::ok, "without a GPU",
       std::string(disassembles ? "machine code can be checked (warpmark codegen check BINARY), " : "") +
           "recorded runs judged (warpmark check RUN.json) and compared (warpmark compare A.json B.json)"});
  return checks;
}

bool can_measure(const std::vector<Check>& checks) {
  return std::none_of(checks.begin(), checks.end(), [](const Check& check) { return check.level == Level::fail; });
}

std::string to_text(const std::vector<Check>& checks) {
  std::string text;
  for (const Check& check : checks) {
    text += fmt::format("{:<5} {:<18} {}\n", mark(check.level), check.subject, check.finding);
    if (!check.remedy.empty()) text += fmt::format("{:<24} -> {}\n", "", check.remedy);
  }
  return text + verdict(checks);
}

nlohmann::ordered_json to_json(const std::vector<Check>& checks) {
  auto list = nlohmann::ordered_json::array();
  for (const Check& check : checks) {
    list.push_back({{"subject", check.subject},
                    {"verdict", word(check.level)},
                    {"finding", check.finding},
                    {"remedy", check.remedy}});
  }
  return list;
}

}  // namespace warpmark
