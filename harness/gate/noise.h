// How much a benchmark moves by itself, from what its baseline holds of it and of others like it.
#pragma once

#include <cstddef>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"

namespace warpmark {

/// The variance of a median over that of a mean, for normal noise.
inline constexpr double median_over_mean_variance = std::numbers::pi / 2;

/// The times of one baseline row: a session each, one value per process, us. Sessions are never empty.
using SessionTimes = std::vector<std::vector<double>>;

/// All sessions' together.
int processes_in(const SessionTimes& sessions);

/// What a session is grouped by, by its id: its kind of card (kinds.h), or its card. Those not in it are of one group.
using GroupOfSession = std::map<std::string, std::size_t>;

/// The baseline's centre, us: the median over sessions of their medians. The session (a card, a day) is the random
/// effect, so one with many processes has no more say than one with few.
double centre_us(const SessionTimes& sessions);

/// A variance of logarithms of times (so relative to the time), and the degrees of freedom that it is known with.
struct Variance {
  double value = 0;
  double freedom = 0;  // 0: nothing is known of it
};

struct Noise {
  Variance process;       // between processes of a session
  Variance session;       // between sessions of a group, beyond what their processes explain
  Variance common;        // between sessions of a group, of all rows together: a card that is faster throughout
  double clock_step = 0;  // of the coarser clock, relative to the time
};

/// What a row shows of its own noise. The process farthest from its session's median counts as the second farthest
/// does, from eight processes on: one outlier in a baseline must not blind it, and two are no outliers. The session's
/// variance may come out negative, when processes explain more than there is.
Noise own_noise(const SessionTimes& sessions);

/// The noise of every row of a baseline. A row has few sessions, so its own spread between them is hardly known: by
/// itself it could never be told apart from a change at the odds that a thousand rows demand. So rows of like duration
/// (within a class of half a decade) say together what is typical, once the shift that all rows of a session share is
/// taken out, and a row has
/// - the typical variance, with all their degrees of freedom, where its own is no larger than chance makes it;
/// - its own, if that is larger, still with theirs;
/// - its own, with its own degrees of freedom or ten, where it is larger than chance makes one in a thousand: with the
///   one or two that a row may have, nothing could ever be told of it.
class NoiseModel {
 public:
  /// `left_out`: sessions that are not comparable, by id.
  NoiseModel(const Baseline& baseline, const std::map<std::string, std::string>& left_out,
             const GroupOfSession& groups = {});

  /// Whether any group has two sessions: otherwise nothing is known of how they differ.
  [[nodiscard]] bool knows_sessions() const { return common_.freedom > 0; }

  /// Of a row of the baseline, whose comparable times are `sessions`. `clock_step_us` is the coarser one of both sides:
  /// a time quantised to the step is known to step / sqrt(12) (the sd of a uniform error), so identical values from a
  /// coarse clock are no proof of silence.
  [[nodiscard]] Noise of(const std::string& key, const SessionTimes& sessions, double clock_step_us) const;

 private:
  struct Typical {
    Variance process;
    Variance session;
  };

  std::map<std::string, Noise> own_;  // session: without the common shift
  std::map<int, Typical> typical_;    // by class of duration
  Variance common_;
};

}  // namespace warpmark
