// How well the difference of a run from its baseline is known, and what it would be by chance.
#pragma once

#include "harness/gate/noise.h"

namespace warpmark {

/// The family error of a night: the chance that any row of a suite is called slower without being so. A month of thirty
/// such nights has no false red at 95 %.
inline constexpr double family_error = 0.0015;

/// The precision of the logarithm of a row's ratio, for a run of n processes:
///
///   variance(n) = pi/2 * process / n  +  pi/2 * process / N  +  (session + common) * (1 + 1/S)
///
/// - pi/2 is the variance of a median over that of a mean, for normal noise: both sides are medians.
/// - 1/n + 1/N: both sides are of few processes; 1 + 1/S: the run is one more session, perhaps another card.
/// The degrees of freedom are Welch and Satterthwaite's: variance^2 / sum of (its parts^2 / their freedom).
class Precision {
 public:
  Precision() = default;
  Precision(const Noise& noise, const SessionTimes& sessions);

  [[nodiscard]] double standard_error(int run_processes) const;
  [[nodiscard]] double freedom(int run_processes) const;

  /// The probability that a row which did not change shows a ratio so far from 1, on that side. 1 for a ratio of 1.
  [[nodiscard]] double p_value(double ratio, int run_processes) const;

  /// The relative change that a row which did not change exceeds with probability `p`.
  [[nodiscard]] double change_exceeded_with(double p, int run_processes) const;

 private:
  Variance process_;   // of one process of the run
  Variance baseline_;  // of the baseline's processes together
  Variance session_;
  Variance common_;
};

/// The smallest change that is not a row's own noise, relative: what chance exceeds once in `family_error` / 1200, so
/// that a suite of 1,200 rows can call it by Holm's first bound. The same for any selection of rows: a row measured
/// alone is not judged more sharply than in its suite.
double noise_floor(const Precision& precision, int run_processes);

}  // namespace warpmark
