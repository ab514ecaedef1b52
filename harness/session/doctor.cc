#include "harness/session/doctor.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>

#include "fmt/format.h"
#include "harness/baseline/baseline.h"
#include "harness/run/input_error.h"

namespace warpmark {
namespace {

using Level = Check::Level;
using nlohmann::json;

constexpr int wanted_sessions = 3;     // fewer leave verdicts provisional
constexpr int stale_after_days = 180;  // drivers and toolkits have moved on by then

std::optional<bool> truth(const json& state, const char* key) {
  const auto found = state.find(key);
  if (found == state.end() || !found->is_boolean()) return std::nullopt;
  return found->get<bool>();
}

std::optional<double> number(const json& state, const char* key) {
  const auto found = state.find(key);
  if (found == state.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

std::string text(const json& state, const char* key) {
  const auto found = state.find(key);
  return found != state.end() && found->is_string() ? found->get<std::string>() : "";
}

int version_number(const std::string& version) {
  int major = 0;
  int minor = 0;
  // NOLINTNEXTLINE(cert-err34-c): a version that cannot be read counts as 0.0, unknown
  std::sscanf(version.c_str(), "%d.%d", &major, &minor);
  return major * 1000 + minor;
}

Check driver(const GpuInfo& info) {
  const std::string supports = text(info.state, "driver_supports_cuda");
  const std::string runtime = text(info.state, "runtime_cuda");
  const std::string name = info.facts.driver.empty() ? "present" : info.facts.driver;
  if (supports.empty() || runtime.empty()) return {Level::ok, "driver", name, ""};
  const std::string finding = fmt::format("{}, supports CUDA {}; built with {}", name, supports, runtime);
  // Minor versions of one major are compatible both ways.
  if (version_number(supports) / 1000 >= version_number(runtime) / 1000) return {Level::ok, "driver", finding, ""};
  return {Level::fail, "driver", finding, "install a newer driver, or build with an older CUDA toolkit"};
}

Check gpu(const GpuInfo& info) {
  return {Level::ok, "GPU", fmt::format("{} ({})", gpu_model(info.facts.gpu), info.facts.gpu.uuid), ""};
}

Check timer(const GpuInfo& info) {
  const std::string reason = text(info.state, "timer_reason");
  std::string name = text(info.state, "timer");
  if (name.empty()) name = info.facts.timer;
  if (name.empty()) return {Level::unknown, "timer", "not told", ""};
  const std::string finding = reason.empty() ? name : fmt::format("{}: {}", name, reason);
  if (name != "event") return {Level::ok, "timer", finding, ""};
  return {Level::warn, "timer", finding,
          "events include launch overhead: make CUPTI usable (libcupti in the loader's path, no profiler attached)"};
}

Check counters(const json& state) {
  const auto restricted = truth(state, "counters_restricted");
  if (!restricted) return {Level::unknown, "hardware counters", "not told", ""};
  if (!*restricted) return {Level::ok, "hardware counters", "permitted", ""};
  return {Level::warn, "hardware counters", "only for root",
          "load the nvidia module with NVreg_RestrictProfilingToAdminUsers=0; times do not need it"};
}

Check clocks(const GpuInfo& info) {
  const auto locked = truth(info.state, "clocks_locked");
  const auto sm = number(info.state, "sm_mhz_now");
  const auto memory = number(info.state, "memory_mhz_now");
  const std::string now = sm && memory ? fmt::format(", now {:.0f}/{:.0f} MHz (SM/memory)", *sm, *memory) : "";
  if (!locked) return {Level::unknown, "clocks", "not told whether locked" + now, ""};
  if (*locked) return {Level::ok, "clocks", "locked" + now, ""};
  return {Level::warn, "clocks", "not locked" + now,
          fmt::format("sudo nvidia-smi -i {} --lock-gpu-clocks={}", info.facts.gpu.uuid, info.facts.gpu.sm_mhz)};
}

Check persistence(const json& state) {
  const auto on = truth(state, "persistence_mode");
  if (!on) return {Level::unknown, "persistence mode", "not told", ""};
  if (*on) return {Level::ok, "persistence mode", "on", ""};
  return {Level::warn, "persistence mode", "off: each process waits for the driver to load", "sudo nvidia-smi -pm 1"};
}

Check other_processes(const json& state) {
  const auto others = number(state, "other_processes");
  if (!others) return {Level::unknown, "other processes", "not told", ""};
  if (*others == 0) return {Level::ok, "other processes", "none on this GPU", ""};
  return {Level::warn, "other processes", fmt::format("{:.0f} on this GPU", *others),
          "end them (nvidia-smi lists them), or choose another card with CUDA_VISIBLE_DEVICES"};
}

Check throttling(const json& state) {
  const auto found = state.find("throttle_reasons");
  if (found == state.end() || !found->is_array()) return {Level::unknown, "throttling", "not told", ""};
  std::string reasons;
  for (const json& reason : *found) {
    if (reason.is_string()) reasons += (reasons.empty() ? "" : ", ") + reason.get<std::string>();
  }
  const auto celsius = number(state, "temperature_c");
  const auto watts = number(state, "power_w");
  const std::string now =
      (celsius ? fmt::format(", {:.0f} C", *celsius) : "") + (watts ? fmt::format(", {:.0f} W", *watts) : "");
  if (reasons.empty()) return {Level::ok, "throttling", "none" + now, ""};
  return {Level::warn, "throttling", reasons + now, "let the card cool, or look at nvidia-smi -q -d PERFORMANCE"};
}

/// ECC and power limit are compared with the baseline's latest session: what matters is that they agree.
Check ecc(const GpuFacts& facts, const Session* session) {
  if (!facts.ecc) return {Level::unknown, "ECC", "not told", ""};
  const std::string finding = *facts.ecc ? "on" : "off";
  if (session == nullptr || !session->ecc || *session->ecc == *facts.ecc) return {Level::ok, "ECC", finding, ""};
  return {Level::warn, "ECC", finding + ", not as in the baseline",
          fmt::format("sudo nvidia-smi -e {:d}", *session->ecc)};
}

Check power_limit(const GpuFacts& facts, const Session* session) {
  if (facts.power_limit_w <= 0) return {Level::unknown, "power limit", "not told", ""};
  const std::string finding = fmt::format("{:.0f} W", facts.power_limit_w);
  if (session == nullptr || session->power_limit_w <= 0 || session->power_limit_w == facts.power_limit_w) {
    return {Level::ok, "power limit", finding, ""};
  }
  return {Level::warn, "power limit", fmt::format("{}, {:.0f} W in the baseline", finding, session->power_limit_w),
          fmt::format("sudo nvidia-smi -pl {:.0f}", session->power_limit_w)};
}

Check mig(const GpuFacts& facts) {
  if (facts.mig.empty()) return {Level::unknown, "MIG", "not told", ""};
  if (facts.mig == "none") return {Level::ok, "MIG", "none", ""};
  return {Level::warn, "MIG", facts.mig, "other instances share the memory system; baselines are kept per profile"};
}

std::optional<int> days_between(const std::string& from, const std::string& to) {
  const auto day = [](const std::string& iso) -> std::optional<std::chrono::sys_days> {
    int y = 0;
    unsigned m = 0;
    unsigned d = 0;
    // NOLINTNEXTLINE(cert-err34-c): the calendar check below catches what does not fit
    if (std::sscanf(iso.c_str(), "%d-%u-%u", &y, &m, &d) != 3) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(y), std::chrono::month(m), std::chrono::day(d)};
    return date.ok() ? std::optional(std::chrono::sys_days(date)) : std::nullopt;
  };
  const auto a = day(from);
  const auto b = day(to);
  if (!a || !b) return std::nullopt;
  return static_cast<int>((*b - *a).count());
}

Check baseline_check(const std::optional<Baseline>& baseline, const std::filesystem::path& dir,
                     const std::string& today) {
  const std::string record = "warpmark run -o run.json -- BENCH, then warpmark record run.json";
  if (!baseline) {
    return {Level::warn, "baseline", fmt::format("none for this model in {}", dir.string()), "make one: " + record};
  }
  const auto count = baseline->sessions.size();
  std::string finding = fmt::format("{}: {} benchmarks, {} session{}", baseline->file.string(), baseline->rows.size(),
                                    count, count == 1 ? "" : "s");
  const auto age = count == 0 ? std::nullopt : days_between(baseline->sessions.back().date, today);
  if (age) finding += fmt::format(", the latest {} days old", *age);
  if (count < wanted_sessions) {
    return {Level::warn, "baseline", finding,
            fmt::format("verdicts are provisional until {}: {}", wanted_sessions, record)};
  }
  if (age && *age > stale_after_days) return {Level::warn, "baseline", finding, "record a fresh session: " + record};
  return {Level::ok, "baseline", finding, ""};
}

const char* word(Level level) {
  switch (level) {
    case Level::ok:
      return "ok";
    case Level::warn:
      return "warn";
    case Level::fail:
      return "FAIL";
    case Level::unknown:
      return "?";
  }
  return "?";
}

}  // namespace

std::vector<Check> diagnose(const GpuInfo& info, const std::filesystem::path& baselines, const std::string& today) {
  std::optional<Baseline> baseline;
  std::optional<Check> broken;
  try {
    baseline = find_baseline(baselines, info.facts.gpu);
  } catch (const InputError& error) {
    broken = Check{Level::fail, "baseline", error.what(), ""};
  }
  const Session* latest = baseline && !baseline->sessions.empty() ? &baseline->sessions.back() : nullptr;
  const GpuFacts& facts = info.facts.gpu;
  return {driver(info),
          gpu(info),
          timer(info),
          counters(info.state),
          clocks(info),
          persistence(info.state),
          other_processes(info.state),
          throttling(info.state),
          ecc(facts, latest),
          mig(facts),
          power_limit(facts, latest),
          broken ? *broken : baseline_check(baseline, baselines, today)};
}

std::vector<Check> diagnose_no_gpu(const std::string& reason) {
  return {
      {Level::fail, "GPU", reason,
       "nvidia-smi must list the card; in a container, start it with --gpus; recorded runs can be judged without one"}};
}

std::string to_text(const std::vector<Check>& checks) {
  std::string text;
  int warnings = 0;
  int failures = 0;
  for (const Check& check : checks) {
    warnings += check.level == Level::warn;
    failures += check.level == Level::fail;
    text += fmt::format("{:<5} {:<18} {}\n", word(check.level), check.subject, check.finding);
    if (!check.remedy.empty()) text += fmt::format("{:<24} -> {}\n", "", check.remedy);
  }
  const auto counted = [](int n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  if (failures > 0)
    return text + "cannot measure here: " + counted(failures, "failure") + ", " + counted(warnings, "warning") + "\n";
  return text + "can measure here" + (warnings > 0 ? ", with " + counted(warnings, "warning") : std::string()) + "\n";
}

}  // namespace warpmark
