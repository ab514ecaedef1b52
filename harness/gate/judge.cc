#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "harness/baseline/counters.h"
#include "harness/gate/card.h"
#include "harness/gate/cause.h"
#include "harness/gate/comparable.h"
#include "harness/gate/expectation.h"
#include "harness/gate/kinds.h"
#include "harness/gate/measured.h"
#include "harness/gate/metrics.h"
#include "harness/gate/notes.h"
#include "harness/gate/quantities.h"
#include "harness/gate/screen.h"
#include "harness/gate/selection.h"
#include "harness/gate/summary.h"
#include "harness/gate/verdict.h"
#include "harness/run/glob.h"
#include "harness/run/median.h"
#include "harness/run/near_miss.h"

namespace warpmark {

namespace {

/// Three sessions make a baseline firm: with fewer, the spread between cards and days is a guess.
constexpr std::size_t firm_sessions = 3;

/// Each takes an edit distance to every new name; more of them tell nobody more.
constexpr int most_rename_hints = 20;

bool holds_hardware_counters(const Run& run) {
  return std::any_of(run.rows.begin(), run.rows.end(),
                     [](const Row& row) { return has_hardware_counters(row.counters); });
}

GroupOfSession by_card(const Baseline& baseline) {
  GroupOfSession groups;
  std::map<std::string, std::size_t> cards;
  for (const Session& session : baseline.sessions) {
    const std::string& card = session.uuid.empty() ? session.id : session.uuid;
    groups[session.id] = cards.try_emplace(card, cards.size()).first->second;
  }
  return groups;
}

class Judge {
 public:
  Judge(const Run& run, const Baseline& baseline, const Policy& policy, const JudgeOptions& options)
      : run_(run),
        baseline_(baseline),
        policy_(policy),
        options_(options),
        measured_(measured_by_key(run)),
        context_(compare_context(run, baseline, policy)),
        kinds_(kinds_of_sessions(baseline, context_.left_out, policy.tolerance)),
        other_kind_(find_other_kind()),
        variance_between_kinds_(variance_between_kinds(baseline, other_kind_)),
        noise_(baseline, context_.left_out, other_kind_.empty() ? GroupOfSession() : kinds_),
        noise_of_cards_(baseline, context_.left_out, by_card(baseline)),
        is_counted_(holds_hardware_counters(run)) {}

  Judgement judge();

 private:
  struct Sessions {
    SessionTimes times_us;              // of the comparable ones
    std::vector<std::string> left_out;  // why the others are not, each once
    double clock_step_ns = 0;           // the coarsest
    bool are_of_this_card = false;      // all of them
    bool are_of_another_kind = false;   // all of them: the row was never measured on a card like the run's
  };

  [[nodiscard]] std::map<std::string, std::string> find_other_kind() const;
  [[nodiscard]] Noise noise_of(const std::string& key, const Sessions& sessions) const;
  [[nodiscard]] Sessions sessions_of(const BaselineRow& row) const;
  Verdict judge_measured(const std::string& key, const Measured& measured, const BaselineRow* baseline);
  void judge_time(Verdict& verdict, const Measured& measured, const Sessions& sessions) const;
  std::optional<std::uint64_t> binding_hash(const std::string& key, const Measured& measured, const BaselineRow& row);
  Verdict missing(const std::string& key, const BaselineRow& row);
  void add_note_on_own_card();
  void add_notes();

  const Run& run_;
  const Baseline& baseline_;
  const Policy& policy_;
  const JudgeOptions& options_;
  const std::map<std::string, Measured> measured_;
  Comparability context_;
  const GroupOfSession kinds_;
  const std::map<std::string, std::string> other_kind_;  // sessions for rows only that have no others
  const Variance variance_between_kinds_;
  NoiseModel noise_;                   // of sessions of a kind
  NoiseModel noise_of_cards_;          // of sessions of a card
  bool is_counted_;                    // whether the run holds hardware counters at all
  std::vector<std::string> new_keys_;  // what a missing benchmark may now be called
  int rename_hints_ = 0;
  int set_aside_ = 0;                    // measurements in which clocks were held back
  std::vector<std::string> recompiled_;  // keys whose hash moved under another compiler
  Judgement judgement_;
};

std::map<std::string, std::string> Judge::find_other_kind() const {
  std::map<std::string, std::string> other_kind = options_.left_out;
  other_kind.merge(sessions_of_another_kind(measured_, baseline_, kinds_));
  std::erase_if(other_kind, [&](const auto& session) { return context_.left_out.contains(session.first); });
  return other_kind;
}

Judge::Sessions Judge::sessions_of(const BaselineRow& row) const {
  Sessions sessions;
  SessionTimes of_another_kind;
  SessionTimes of_this_card;
  for (const Session& session : baseline_.sessions) {
    const auto times = row.time_us.find(session.id);
    if (times == row.time_us.end() || times->second.empty()) continue;
    sessions.clock_step_ns = std::max(sessions.clock_step_ns, session.clock_step_ns);
    const auto why = context_.left_out.find(session.id);
    if (why == context_.left_out.end()) {
      (other_kind_.contains(session.id) ? of_another_kind : sessions.times_us).push_back(times->second);
      if (!session.uuid.empty() && session.uuid == run_.facts.gpu.uuid) of_this_card.push_back(times->second);
    } else if (std::find(sessions.left_out.begin(), sessions.left_out.end(), why->second) == sessions.left_out.end()) {
      sessions.left_out.push_back(why->second);
    }
  }
  if (processes_in(of_this_card) >= enough_baseline_processes) {
    sessions.times_us = std::move(of_this_card);
    sessions.are_of_this_card = true;
  } else if (sessions.times_us.empty() && !of_another_kind.empty()) {
    sessions.times_us = std::move(of_another_kind);
    sessions.are_of_another_kind = true;
  }
  return sessions;
}

Noise Judge::noise_of(const std::string& key, const Sessions& sessions) const {
  const double clock_step_us = std::max(sessions.clock_step_ns, run_.facts.clock_step_ns) / 1000;
  Noise noise = noise_.of(key, sessions.times_us, clock_step_us);
  if (sessions.are_of_another_kind) {
    noise.session.value += variance_between_kinds_.value;
    noise.session.freedom = std::max(noise.session.freedom, variance_between_kinds_.freedom);
  }
  if (!sessions.are_of_this_card || !noise_of_cards_.knows_sessions()) return noise;
  // A card differs from itself by less than from others; but that may be known from two sessions only.
  const Noise of_card = noise_of_cards_.of(key, sessions.times_us, clock_step_us);
  const auto floor = [&](const Noise& known) {
    return noise_floor(Precision(known, sessions.times_us), enough_run_processes);
  };
  return floor(of_card) < floor(noise) ? of_card : noise;
}

/// The row of a benchmark that was not judged by time still says what the baseline holds of it.
void set_whole_baseline(Verdict& verdict, const BaselineRow& row) {
  SessionTimes all;
  for (const auto& [session, times] : row.time_us) {
    if (!times.empty()) all.push_back(times);
  }
  set_baseline(verdict, all);
}

void decide(Verdict& verdict, Finding finding) {
  verdict.status = finding.status;
  verdict.reason = finding.reason;
  verdict.detail = std::move(finding.detail);
}

void Judge::judge_time(Verdict& verdict, const Measured& measured, const Sessions& sessions) const {
  const std::vector<double> times_us = measured.process_times_us();
  set_run(verdict, times_us);
  set_baseline(verdict, sessions.times_us);
  verdict.by_own_card = sessions.are_of_this_card;
  if (sessions.times_us.empty()) {
    decide(verdict, {Status::inconclusive, Reason::context, fmt::format("{}", fmt::join(sessions.left_out, "; "))});
  } else if (const int throttled = measured.throttled_rows(); throttled > 0) {
    decide(verdict,
           {Status::inconclusive, Reason::throttled,
            fmt::format("clocks were held back in {} of {} measurements, {} is not judged against {}", throttled,
                        measured.row_count(), time_text(verdict.run_us), time_text(verdict.baseline_us))});
  } else {
    screen_time(verdict, {sessions.times_us, times_us, measured.only_aggregates()}, noise_of(verdict.key, sessions),
                policy_);
    weigh_expectation(verdict, policy_, options_.today);
  }
}

/// The baseline's hash, where the run's compiler and architecture are those that made it. Facts not recorded agree.
std::optional<std::uint64_t> Judge::binding_hash(const std::string& key, const Measured& measured,
                                                 const BaselineRow& row) {
  const auto differ = [](const std::string& a, const std::string& b) { return !a.empty() && !b.empty() && a != b; };
  const bool other_arch = !context_.same_gpu || differ(run_.facts.gpu.arch, baseline_.gpu.arch);
  if (other_arch || !row.output_hash) return std::nullopt;
  const Session* recorded = newest_session(baseline_, row);
  if (recorded == nullptr || !differ(run_.facts.compiler, recorded->compiler)) return row.output_hash;
  if (check_output_hash(measured, row.output_hash).status == Status::numerics_changed) recompiled_.push_back(key);
  return std::nullopt;
}

Verdict Judge::judge_measured(const std::string& key, const Measured& measured, const BaselineRow* baseline) {
  Verdict verdict;
  verdict.key = key;
  set_aside_ += measured.set_aside();
  const auto error = measured.error();
  if (const auto skipped = measured.skipped(); error || skipped) {
    if (baseline != nullptr) set_whole_baseline(verdict, *baseline);
    const char* consequence = baseline == nullptr ? "" : "; but the baseline has it";
    decide(verdict, error ? Finding{Status::error, Reason::failed, *error}
                          : Finding{Status::skipped, Reason::not_measured, *skipped + consequence});
    return verdict;
  }
  std::optional<std::uint64_t> hash;
  if (baseline == nullptr) {
    set_run(verdict, measured.process_times_us());
    decide(verdict, {Status::new_row, Reason::not_in_baseline, "the baseline does not have it, record it"});
  } else {
    const Sessions sessions = sessions_of(*baseline);
    judge_time(verdict, measured, sessions);
    if (sessions.times_us.empty()) set_whole_baseline(verdict, *baseline);
    hash = binding_hash(key, measured, *baseline);
  }
  verdict.apart_from_time = check_output_hash(measured, hash);
  if (baseline != nullptr && context_.same_gpu) {
    verdict.apart_from_time =
        worst_of(std::move(verdict.apart_from_time), check_counters(measured, *baseline, policy_, is_counted_));
  }
  set_finding_of_time(verdict, {verdict.status, verdict.reason, verdict.detail});
  return verdict;
}

Verdict Judge::missing(const std::string& key, const BaselineRow& row) {
  Verdict verdict;
  verdict.key = key;
  set_whole_baseline(verdict, row);
  const std::string why = !options_.selected.empty()  ? "on the list of rows to measure"
                          : run_.facts.filter.empty() ? "selected as every gated row is"
                                                      : "selected by --benchmark_filter=" + run_.facts.filter;
  decide(verdict, {Status::missing, Reason::not_measured,
                   fmt::format("{} in the baseline, {}, and not in the run", time_text(verdict.baseline_us), why)});
  if (++rename_hints_ > most_rename_hints) return verdict;
  if (const auto renamed = near_miss(key, new_keys_)) verdict.detail += "; renamed to " + *renamed + "?";
  return verdict;
}

void Judge::add_note_on_own_card() {
  if (options_.is_same_card) return;
  const auto rows = std::count_if(judgement_.verdicts.begin(), judgement_.verdicts.end(),
                                  [](const Verdict& verdict) { return verdict.by_own_card; });
  if (rows == 0) return;
  judgement_.notes.push_back(fmt::format(
      "the baseline holds this card: {} rows are judged by its own sessions{}", rows,
      noise_of_cards_.knows_sessions() ? ""
                                       : ", as if it differed from itself as much as cards differ: no card of the "
                                         "baseline has two sessions to tell"));
}

void Judge::add_notes() {
  auto& notes = judgement_.notes;
  notes.insert(notes.begin(), context_.notes.begin(), context_.notes.end());
  for (const auto& [session, why] : other_kind_) notes.push_back("session left out: " + why);
  add_note_on_own_card();
  for (std::string& idle : notes_on_idle_policy(policy_, baseline_, measured_)) notes.push_back(std::move(idle));
  const std::size_t sessions = baseline_.sessions.size() - context_.left_out.size() - other_kind_.size();
  if (sessions > 0 && sessions < firm_sessions && !options_.is_same_card) {
    notes.push_back(
        fmt::format("provisional: {} of the baseline's sessions compared, {} make it firm", sessions, firm_sessions));
  }
  if (set_aside_ > 0) {
    notes.push_back(fmt::format("clocks were held back in {} of {} measurements: set aside, the others are judged",
                                set_aside_, run_.rows.size()));
  }
  if (auto floor = note_on_floor(judgement_.verdicts)) notes.push_back(std::move(*floor));
  const bool gates_counters = std::any_of(policy_.counters.begin(), policy_.counters.end(),
                                          [](const CounterRule& rule) { return is_hardware_counter(rule.match); });
  if (gates_counters && !is_counted_)
    notes.emplace_back("hardware counters were not judged: the run holds none (--gpu_counters=memory)");
  if (!recompiled_.empty()) {
    notes.push_back(
        fmt::format("output hash of {} rows differs under another compiler ({} in the run): no failure; one is {}",
                    recompiled_.size(), run_.facts.compiler, recompiled_.front()));
  }
  for (const Note& note : run_.notes) notes.push_back(note.where + ": " + note.text);
}

Judgement Judge::judge() {
  const Selection selection(options_.selected, run_.facts.filter);
  for (const auto& [key, rows] : measured_) {
    const auto baseline = baseline_.rows.find(key);
    if (baseline == baseline_.rows.end()) new_keys_.push_back(key);
    judgement_.verdicts.push_back(
        judge_measured(key, rows, baseline == baseline_.rows.end() ? nullptr : &baseline->second));
  }
  for (const auto& [key, row] : baseline_.rows) {
    const bool removed = std::any_of(policy_.removed.begin(), policy_.removed.end(),
                                     [&key = key](const std::string& glob) { return glob_match(glob, key); });
    const bool is_measured = measured_.contains(key);
    const bool is_selected = is_measured || selection.contains(key);
    if (!is_selected && !removed && !run_.facts.filter.empty()) ++judgement_.filtered_out;
    if (!is_measured && (removed || !is_selected)) continue;
    ++judgement_.baseline_rows;
    if (!is_measured && context_.same_gpu) judgement_.verdicts.push_back(missing(key, row));
  }
  if (judgement_.filtered_out > 0) judgement_.filter = run_.facts.filter;
  conclude(judgement_, policy_);
  explain(judgement_, run_, baseline_);
  if (!options_.is_screen) weigh_card(judgement_, run_);
  add_notes();
  judgement_.left_out = other_kind_;
  judgement_.subject = fmt::format("{}, {}, commit {}, driver {}, judged by {}", run_.facts.gpu.name,
                                   run_.facts.gpu.uuid, run_.facts.commit, run_.facts.driver, baseline_.file.string());
  return std::move(judgement_);
}

}  // namespace

Judgement judge(const Run& run, const Baseline& baseline, const Policy& policy, const JudgeOptions& options) {
  return Judge(run, baseline, policy, options).judge();
}

}  // namespace warpmark
