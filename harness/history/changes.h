// What a benchmark's nights say of it: when it became slower or faster, at once or night by night.
//
// Change points of the E-divisive kind, and around them:
// - Spikes of one or two nights are set aside before: a change is known with the third night that agrees.
// - A change must exceed a floor (the gate's tolerance) and be certain: the probability that chance alone gives it is
//   divided by the number of series and nights that are looked at, so that a year of a thousand benchmarks that did not
//   change shows none.
// - What climbs night by night gives a staircase of change points. Steps and ramps are fitted to the nights around
// them,
//   and where one ramp fits better than the steps, it is one change with a beginning and an end.
#pragma once

#include <cstddef>
#include <vector>

namespace warpmark::history {

struct Change {
  std::size_t begin = 0;  // the first night that differs
  std::size_t end = 0;    // the first at the new level: `begin` of a step, later of a creep
  double before = 0;      // level, us
  double after = 0;
  double p = 0;  // of no change

  [[nodiscard]] bool is_creep() const { return end > begin; }
  [[nodiscard]] double ratio() const { return after / before; }
};

struct ChangeOptions {
  double floor = 0.01;         // relative
  double family_error = 0.01;  // the probability of any false change among all series and nights
  std::size_t series = 1;      // looked at together
};

/// How many nights must agree on a new level.
inline constexpr std::size_t nights_to_know = 3;

/// Nights that stand alone: fewer than two others, among the three before and the three after, agree with them.
std::vector<bool> spikes(const std::vector<double>& values, double floor);

/// The changes of one series of times, one a night, in order.
std::vector<Change> find_changes(const std::vector<double>& values, const ChangeOptions& options);

}  // namespace warpmark::history
