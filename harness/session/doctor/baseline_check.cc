#include "harness/session/doctor/baseline_check.h"

#include <chrono>
#include <cstdio>

#include "fmt/format.h"

namespace warpmark {
namespace {

using Level = Check::Level;

constexpr int wanted_sessions = 3;     // fewer leave verdicts provisional
constexpr int stale_after_days = 180;  // drivers and toolkits have moved on by then

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

}  // namespace

Check baseline_check(const std::optional<Baseline>& baseline, const std::filesystem::path& dir,
                     const std::string& today) {
  const std::string record = "warpmark run --counters -o run.json -- BENCH && warpmark record run.json";
  if (!baseline) return {Level::warn, "baseline", fmt::format("none for this model in {}", dir.string()), record};
  const auto count = baseline->sessions.size();
  std::string finding = fmt::format("{}: {} benchmarks, {} session{}", baseline->file.string(), baseline->rows.size(),
                                    count, count == 1 ? "" : "s");
  const auto age = count == 0 ? std::nullopt : days_between(baseline->sessions.back().date, today);
  if (age) finding += fmt::format(", the latest {} days old", *age);
  if (count < wanted_sessions) {
    return {Level::warn, "baseline", fmt::format("{}; verdicts are provisional until {}", finding, wanted_sessions),
            record};
  }
  if (age && *age > stale_after_days) return {Level::warn, "baseline", finding, record};
  return {Level::ok, "baseline", finding};
}

Check baselines_check(const std::filesystem::path& dir) {
  try {
    std::string models;
    for (const Baseline& baseline : read_baselines(dir))
      models += fmt::format("{}{} ({} benchmarks)", models.empty() ? "" : ", ", gpu_model(baseline.gpu),
                            baseline.rows.size());
    if (!models.empty()) return {Level::ok, "baselines", models};
    return {Level::warn, "baselines", fmt::format("none in {}", dir.string()),
            "warpmark run -o run.json -- BENCH && warpmark record run.json  # or name their folder: --baselines DIR"};
  } catch (const InputError& error) {
    return broken_baseline("baselines", error);
  }
}

std::vector<Check> broken_policies(const std::filesystem::path& dir) {
  try {
    require_sound_policies(dir);
    return {};
  } catch (const InputError& error) {
    return {broken_baseline("policy", error)};
  }
}

Check broken_baseline(const std::string& subject, const InputError& error) {
  const std::string remedy = error.remedy();
  return {Level::fail, subject, error.problem(), remedy.empty() ? "restore the file, or record it anew" : remedy};
}

}  // namespace warpmark
