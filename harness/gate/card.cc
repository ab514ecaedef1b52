#include "harness/gate/card.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/gate/comparable.h"
#include "harness/gate/finding.h"
#include "harness/gate/quantities.h"
#include "harness/gate/screen.h"
#include "harness/gate/summary.h"
#include "harness/run/median.h"

namespace warpmark {

namespace {

bool is_of_time(const Verdict& verdict) { return verdict.reason == Reason::slower || verdict.reason == Reason::faster; }

/// The newest session of the run's card that may be compared and holds the row; null: none.
const Session* own_session(const std::string& uuid, const Baseline& baseline, const BaselineRow& row,
                           const std::map<std::string, std::string>& left_out) {
  const Session* newest = nullptr;
  for (const Session& session : baseline.sessions) {
    const auto times = row.time_us.find(session.id);
    if (session.uuid != uuid || left_out.contains(session.id) || times == row.time_us.end() || times->second.empty())
      continue;
    newest = &session;
  }
  return newest;
}

void weigh_by_own_session(Verdict& verdict, const BaselineRow& row, const Session& own) {
  const double own_us = median(row.time_us.at(own.id));
  const double ratio = verdict.run_us / own_us;
  const bool stands =
      verdict.reason == Reason::slower ? ratio > 1 + verdict.tolerance : ratio < 1 / (1 + verdict.tolerance);
  if (stands) return;
  const auto processes = static_cast<int>(row.time_us.at(own.id).size());
  const std::string as_it_was = fmt::format("as this card was: {} in its session {} ({}); {} from the other cards",
                                            time_text(own_us), own.id, own.date, change_text(verdict.ratio));
  if (verdict.reason == Reason::slower && processes < enough_baseline_processes) {
    set_finding_of_time(verdict, {Status::inconclusive, Reason::too_few_processes,
                                  fmt::format("{}; but by {} of the {} processes that this takes", as_it_was, processes,
                                              enough_baseline_processes)});
    return;
  }
  set_finding_of_time(verdict, {Status::pass, Reason::card, as_it_was});
}

void weigh_on_unknown_card(Verdict& verdict) {
  const bool slower = verdict.reason == Reason::slower;
  set_finding_of_time(verdict,
                      {slower ? Status::inconclusive : Status::pass, Reason::card,
                       fmt::format("the card, not the program: nothing but the time moved, on a card that the baseline "
                                   "does not hold{}; {}",
                                   slower ? " (record its run to judge by it)" : "", verdict.detail)});
}

}  // namespace

void weigh_card(Judgement& judgement, const Run& run, const Baseline& baseline, const Policy& policy) {
  const std::string& uuid = run.facts.gpu.uuid;
  if (uuid.empty()) return;
  const auto left_out = compare_context(run, baseline, policy).left_out;
  for (Verdict& verdict : judgement.verdicts) {
    const auto row = baseline.rows.find(verdict.key);
    if (!is_of_time(verdict) || !verdict.only_time_moved || row == baseline.rows.end()) continue;
    if (const Session* own = own_session(uuid, baseline, row->second, left_out)) {
      weigh_by_own_session(verdict, row->second, *own);
    } else {
      weigh_on_unknown_card(verdict);
    }
  }
  summarise(judgement);
}

}  // namespace warpmark
