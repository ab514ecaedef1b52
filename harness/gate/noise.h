// What a baseline row can resolve: the smallest change that is not its own noise.
#pragma once

#include <vector>

namespace warpmark {

/// The times of one baseline row: a session each, one value per process, us. Sessions are never empty.
using SessionTimes = std::vector<std::vector<double>>;

/// The baseline's centre, us: the median over sessions of their medians. The session (a card, a day) is the random
/// effect, so one with many processes has no more say than one with few.
double centre_us(const SessionTimes& sessions);

/// How much a row moves by itself, relative to its time.
struct Noise {
  double process_sd = 0;  // between processes, pooled within sessions; at least what the clock's step hides
  double session_sd = 0;  // between sessions, beyond what their processes explain; 0 with one session: unknown
};

/// `clock_step_us` is the coarser one of both sides. A time quantised to the step is known to step / sqrt(12) (the sd
/// of a uniform error): identical values from a coarse clock are no proof of silence, so process_sd is never below
/// that.
Noise noise_of(const SessionTimes& sessions, double clock_step_us);

/// The change that noise alone seldom reaches, relative, for a run of n processes against N in S sessions:
///
///   3 * sqrt( pi/2 * process_sd^2 * (1/n + 1/N)  +  session_sd^2 * (1 + 1/S) )
///
/// - pi/2 is the variance of a median over that of a mean, for normal noise: both sides are medians.
/// - 1/n + 1/N: both sides are averages of few processes; 1 + 1/S: the run is one more session, perhaps another card.
/// - 3 standard errors: a row that did not change exceeds them once in 740 screens. The screen only names suspects, and
///   fresh processes must show it again; a wider bound would hide real changes of noisy rows.
/// Spreads are plain standard deviations: an outlier widens the tolerance, which is printed, rather than vanish.
double noise_floor(const Noise& noise, const SessionTimes& sessions, int run_processes);

}  // namespace warpmark
