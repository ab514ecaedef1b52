#include "harness/gate/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "harness/gate/modes.h"
#include "harness/gate/quantities.h"
#include "harness/run/median.h"

namespace warpmark {

namespace {

/// Ratios are quotients of decimal numbers: a change of exactly the tolerance must not exceed it by its last bit.
constexpr double rounding = 1e-9;

/// A pass says that nothing moved by more than the tolerance. Where noise widens it beyond this, that says nothing: two
/// sessions of cards of different kinds, for example, leave it at thousands of percent.
constexpr double largest_floor = 0.5;

/// How far modes are apart at least: the widest of several gaps between few processes is easily as wide as a tolerance.
constexpr double modes_of_tolerances = 2;

void set_policy_tolerance(Verdict& verdict, const Policy& policy) {
  verdict.tolerance = policy.tolerance_of(verdict.key);
  verdict.bound = policy.override_of(verdict.key) != nullptr ? Bound::policy_override : Bound::policy;
}

bool is_slower(double ratio, double tolerance) { return ratio > 1 + tolerance + rounding; }
bool is_faster(double ratio, double tolerance) { return ratio < 1 / (1 + tolerance) - rounding; }
bool has_moved(double ratio, double tolerance) { return is_slower(ratio, tolerance) || is_faster(ratio, tolerance); }

std::string range_text(const std::vector<double>& times_us) {
  const auto [low, high] = std::minmax_element(times_us.begin(), times_us.end());
  return fmt::format("{} to {}", time_text(*low), time_text(*high));
}

std::string numbers(const Sides& sides, double floor) {
  std::vector<double> all;
  for (const auto& times : sides.baseline_us) all.insert(all.end(), times.begin(), times.end());
  return fmt::format("processes of the run {}, of the baseline {}, noise floor {}", range_text(sides.run_us),
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

void widen_tolerance(Verdict& verdict, double floor) {
  if (floor <= verdict.tolerance) return;
  verdict.tolerance = floor;
  verdict.bound = Bound::noise_floor;
}

/// The run's processes tell as well how much processes differ: little where a baseline is rich, much where it is poor.
Noise with_processes_of(const std::vector<double>& run_us, Noise noise) {
  const Variance run = own_noise({run_us}).process;
  const double freedom = noise.process.freedom + run.freedom;
  if (freedom <= 0) return noise;
  noise.process.value = (noise.process.freedom * noise.process.value + run.freedom * run.value) / freedom;
  noise.process.freedom = freedom;
  return noise;
}

/// Whether the sessions of the baseline are near enough to each other, or many enough, to judge by.
bool is_resolved(Noise noise, const Sides& sides, const Verdict& verdict) {
  const auto is_wide = [&] {
    return noise_floor(Precision(noise, sides.baseline_us), verdict.run_processes) > largest_floor;
  };
  if (sides.baseline_us.size() < 2 || !is_wide()) return true;
  noise.session = noise.common = {};
  return is_wide();  // because of its processes
}

void decide(Verdict& verdict, Status status, Reason reason) {
  verdict.status = status;
  verdict.reason = reason;
}

}  // namespace

void set_run(Verdict& verdict, const std::vector<double>& times_us) {
  verdict.run_us = median(times_us);
  verdict.run_processes = static_cast<int>(times_us.size());
  verdict.processes_us = times_us;
}

void set_baseline(Verdict& verdict, const SessionTimes& sessions) {
  if (sessions.empty()) return;
  verdict.baseline_us = centre_us(sessions);
  verdict.baseline_sessions = static_cast<int>(sessions.size());
  verdict.baseline_processes = processes_in(sessions);
}

void screen_time(Verdict& verdict, const Sides& sides, const Noise& noise, const Policy& policy) {
  set_run(verdict, sides.run_us);
  set_baseline(verdict, sides.baseline_us);
  verdict.ratio = verdict.run_us / verdict.baseline_us;
  const Noise of_both = with_processes_of(sides.run_us, noise);
  verdict.precision = Precision(of_both, sides.baseline_us);
  // A time that lies between two steps may read as either, and always as the same one: less than a step is no change.
  const double by_chance = noise_floor(verdict.precision, verdict.run_processes);
  const double floor = std::max(by_chance, noise.clock_step);
  set_policy_tolerance(verdict, policy);
  const double set_by_policy = verdict.tolerance;
  widen_tolerance(verdict, floor);
  verdict.p = verdict.precision.p_value(verdict.ratio, verdict.run_processes);

  const bool slower = is_slower(verdict.ratio, verdict.tolerance);
  const bool faster = is_faster(verdict.ratio, verdict.tolerance);
  // Modes widen what the run's processes say of noise, so they are measured by the baseline's alone.
  const double least_distance =
      std::max(set_by_policy, noise_floor(Precision(noise, sides.baseline_us), verdict.run_processes));
  const auto modes = separated_modes(sides.run_us, modes_of_tolerances * least_distance);
  if (!sides.only_aggregates && lack_of_processes(verdict) == Reason::none && !is_resolved(of_both, sides, verdict)) {
    decide(verdict, Status::inconclusive, Reason::resolution);
    verdict.detail = "its sessions differ too much to judge by: record more, of this card's kind; ";
  } else if (const Reason reason = undecided(verdict, sides.only_aggregates, slower || faster);
             reason != Reason::none) {
    decide(verdict, Status::inconclusive, reason);
    verdict.detail = fmt::format("takes {} processes of the run and {} of the baseline; ", enough_run_processes,
                                 enough_baseline_processes);
  } else if (modes && !has_modes(sides.baseline_us, least_distance)) {
    decide(verdict, Status::unstable, Reason::modes);
    verdict.detail = modes_text(*modes) + "; ";
  } else if (slower) {
    decide(verdict, Status::regression, Reason::slower);
  } else if (faster) {
    decide(verdict, Status::improved, Reason::faster);
  } else if (by_chance > largest_floor && has_moved(verdict.ratio, set_by_policy)) {
    decide(verdict, Status::inconclusive, Reason::too_few_processes);
    verdict.detail =
        fmt::format("moved ({}), and its processes differ too much to say by what; ", change_text(verdict.ratio));
  } else {
    return;
  }
  verdict.detail += numbers(sides, floor);
}

}  // namespace warpmark
