// Verdicts: what a comparison of a run with a baseline says of each benchmark. Pure functions of numbers.
//
// The rule is told where it is applied: comparable.h and kinds.h (like with like or not at all), noise.h and
// precision.h (what the baseline can resolve), screen.h (time), modes.h (one time or several), metrics.h (counters and
// results), drift.h (whether the card kept still), suspects.h (what is measured again), significance.h (many rows at
// once), card.h (what a card is by itself).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/gate/precision.h"
#include "harness/run/run.h"

namespace warpmark {

/// In order of severity, worst first: reports sort by it.
enum class Status {
  error,             // the benchmark failed
  missing,           // in the baseline and selected by the run's filter, but not in the run
  numerics_changed,  // another output hash, under the same compiler and architecture
  regression,        // slower, or a counter with a direction that moved the wrong way
  expired,           // an expected regression past its date
  counter_changed,   // another value of an exact counter
  unstable,          // processes fall into separate modes, and the baseline's do not
  inconclusive,      // see `reason`
  unexpectedly_fixed,
  expected,  // a known regression within its bound
  improved,  // baseline is stale: record it
  new_row,   // not in the baseline
  skipped,
  pass,
};

std::string_view to_string(Status status);

/// Why a row is not `pass`: stable words for machines; `Verdict::detail` is for people. `none` only with `pass`,
/// `expected`, `expired` and `unexpectedly_fixed`, which are reasons themselves.
enum class Reason {
  none,
  slower,
  faster,
  one_process,
  too_few_processes,
  no_raw_values,
  resolution,  // the baseline cannot tell half from nothing
  context,     // not comparable: GPU, timer, driver, clocks, power limit, ECC
  throttled,
  drift,          // the canaries moved, or cannot tell: the card is not as the baseline's was
  modes,          // processes fall into separate modes
  card,           // slower or faster, but by what the card is, see card.h
  not_confirmed,  // a suspect of the screen that fresh processes did not show again
  counter,        // a counter under policy moved, or the run lacks it
  output_hash,    // the result's bits moved, or the run has no hash of them
  failed,         // the benchmark errored
  not_measured,   // skipped, or not in the run at all
  not_in_baseline,
};

std::string_view to_string(Reason reason);

/// What bounds the effective tolerance of a row.
enum class Bound { policy, policy_override, noise_floor };

std::string_view to_string(Bound bound);

/// One thing found about a benchmark; a verdict is the worst of them (finding.h).
struct Finding {
  Status status = Status::pass;
  Reason reason = Reason::none;
  std::string detail;
};

struct Verdict {
  std::string key;
  Status status = Status::pass;
  Reason reason = Reason::none;
  std::string detail;      // one line with the numbers behind it
  double baseline_us = 0;  // 0 where there is none
  double run_us = 0;
  double ratio = 0;      // run / baseline, of full-precision values; 0 where there is none or they are not
                         // comparable (context, throttled)
  double tolerance = 0;  // effective, relative
  Bound bound = Bound::policy;
  Precision precision;  // of the ratio
  double p = 1;         // one-sided: the chance of a ratio so far from 1 where nothing changed; 1 where none is judged
  std::vector<double> processes_us;  // the run's, one time each
  Finding apart_from_time;           // of counters and result: stands when what the time says is taken back
  int run_processes = 0;
  int baseline_processes = 0;
  int baseline_sessions = 0;
  bool by_own_card = false;         // judged by the baseline's sessions of the run's own card alone
  std::vector<std::string> causes;  // of what moved: what else did, the strongest first, see cause.h
  bool only_time_moved = false;     // all that may be known of the causes is, and none is there
};

struct Judgement {
  std::string skipped;                 // why there is none: no GPU, no baseline for it; a headline is the remedy
  std::string subject;                 // card, commit and driver of the run, and the baseline's file
  std::vector<Verdict> verdicts;       // by severity, then by distance from 1
  std::vector<std::string> notes;      // "provisional: ...", sessions left out and why, the reader's notes
  std::vector<std::string> headlines;  // what the verdicts say together, see summary.h
  std::map<std::string, std::string> left_out;  // sessions of the baseline that were not compared, and why
  int compared = 0;                             // rows with a ratio: measured on both sides, like with like
  int baseline_rows = 0;                        // rows of the baseline that the run's filter selects
  std::string filter;                           // the run's, where it leaves out rows of the baseline
  int filtered_out = 0;                         // how many
};

struct JudgeOptions {
  bool inconclusive_fails = true;  // false: inconclusive rows only warn (exit 0)
  bool require_baseline = false;   // `new` rows fail
  bool is_screen = false;          // the suspects are measured again before what a card is by itself is weighed
  bool is_same_card = false;       // the baseline was measured on the run's card at the same time: never provisional
  std::string today;               // ISO day, for expiry; set by the caller so that judging stays pure
  std::map<std::string, std::string> left_out;  // further sessions to leave out: those of the screen, for its suspects
  std::vector<std::string> selected;  // the keys the run meant to measure (gate's row list); empty: use the filter
};

/// A verdict that fails the gate by itself.
bool fails(const Verdict& verdict, const JudgeOptions& options);

/// Neither red nor green: it counts as no pass.
bool undecided(const Verdict& verdict);

/// The worst wins: 1 when any verdict fails, then 3 when any is undecided, then 0. No benchmark of the run in the
/// baseline is 3 whatever else happened; nothing compared is never 0; what was skipped is 77. Never a count.
int exit_code(const Judgement& judgement, const JudgeOptions& options);

/// Throws InputError when the run's recorded filter is no regular expression.
Judgement judge(const Run& run, const Baseline& baseline, const Policy& policy, const JudgeOptions& options);

}  // namespace warpmark
