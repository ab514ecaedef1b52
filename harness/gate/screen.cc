#include "harness/gate/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "harness/gate/quantities.h"
#include "harness/run/glob.h"

namespace warpmark {

namespace {

/// Ratios are quotients of decimal numbers: a change of exactly the tolerance must not exceed it by its last bit.
constexpr double rounding = 1e-9;

void set_policy_tolerance(Verdict& verdict, const Policy& policy) {
  const auto last = std::find_if(policy.overrides.rbegin(), policy.overrides.rend(),
                                 [&](const Override& entry) { return glob_match(entry.match, verdict.key); });
  const bool overridden = last != policy.overrides.rend();
  verdict.tolerance = overridden ? last->tolerance : policy.tolerance;
  verdict.bound = overridden ? Bound::policy_override : Bound::policy;
}

bool is_slower(const Verdict& verdict) { return verdict.ratio > 1 + verdict.tolerance + rounding; }
bool is_faster(const Verdict& verdict) { return verdict.ratio < 1 / (1 + verdict.tolerance) - rounding; }

std::string range_text(const std::vector<double>& times_us) {
  const auto [low, high] = std::minmax_element(times_us.begin(), times_us.end());
  return fmt::format("{} to {}", time_text(*low), time_text(*high));
}

std::string numbers(const SessionTimes& baseline, const std::vector<double>& run_times_us, double floor) {
  std::vector<double> all;
  for (const auto& times : baseline) all.insert(all.end(), times.begin(), times.end());
  return fmt::format("processes of the run {}, of the baseline {}, noise floor {}", range_text(run_times_us),
                     range_text(all), percent_text(floor));
}

Reason lack_of_processes(const Verdict& verdict) {
  const int fewest = std::min(verdict.run_processes, verdict.baseline_processes);
  if (fewest <= 1) return Reason::one_process;
  const bool enough =
      verdict.run_processes >= enough_run_processes && verdict.baseline_processes >= enough_baseline_processes;
  return enough ? Reason::none : Reason::too_few_processes;
}

/// Why the numbers, whatever they say, do not decide; `none` when they do.
Reason undecided(const Verdict& verdict, bool only_aggregates, bool differs) {
  if (only_aggregates) return Reason::no_raw_values;
  const bool known_quiet =
      verdict.baseline_processes >= enough_baseline_processes && verdict.bound != Bound::noise_floor;
  return !differs && known_quiet ? Reason::none : lack_of_processes(verdict);
}

}  // namespace

void screen_time(Verdict& verdict, const SessionTimes& baseline, const std::vector<double>& run_times_us,
                 bool only_aggregates, double clock_step_us, const Policy& policy) {
  verdict.ratio = verdict.run_us / verdict.baseline_us;
  set_policy_tolerance(verdict, policy);
  const double floor = noise_floor(noise_of(baseline, clock_step_us), baseline, verdict.run_processes);
  if (floor > verdict.tolerance) {
    verdict.tolerance = floor;
    verdict.bound = Bound::noise_floor;
  }

  const bool slower = is_slower(verdict);
  const bool faster = is_faster(verdict);
  if (const Reason reason = undecided(verdict, only_aggregates, slower || faster); reason != Reason::none) {
    verdict.status = Status::inconclusive;
    verdict.reason = reason;
    verdict.detail = fmt::format("takes {} processes of the run and {} of the baseline; ", enough_run_processes,
                                 enough_baseline_processes);
  } else if (slower || faster) {
    verdict.status = slower ? Status::regression : Status::improved;
    verdict.reason = slower ? Reason::slower : Reason::faster;
  } else {
    return;
  }
  verdict.detail += numbers(baseline, run_times_us, floor);
}

}  // namespace warpmark
