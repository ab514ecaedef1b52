#include "harness/gate/suspects.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/gate/drift.h"
#include "harness/gate/finding.h"
#include "harness/gate/modes.h"
#include "harness/gate/quantities.h"
#include "harness/gate/screen.h"
#include "harness/gate/significance.h"
#include "harness/gate/summary.h"

namespace warpmark {

namespace {

bool is_suspect(const Verdict& verdict) {
  if (is_canary(verdict.key)) return false;
  switch (verdict.status) {
    case Status::regression:
      return verdict.reason == Reason::slower;
    case Status::expired:
    case Status::improved:
    case Status::unstable:
      return true;
    case Status::inconclusive:
      return verdict.reason == Reason::one_process || verdict.reason == Reason::too_few_processes ||
             verdict.reason == Reason::drift;
    default:
      return false;
  }
}

const Verdict* find(const Judgement& judgement, const std::string& key) {
  const auto found = std::find_if(judgement.verdicts.begin(), judgement.verdicts.end(),
                                  [&](const Verdict& verdict) { return verdict.key == key; });
  return found == judgement.verdicts.end() ? nullptr : &*found;
}

bool opposite(Status a, Status b) {
  return (a == Status::regression && b == Status::improved) || (a == Status::improved && b == Status::regression);
}

/// The modes of a screen stand where both of them were seen again.
Verdict weighed_stability(const Verdict& screened, Verdict fresh) {
  std::vector<double> all = screened.processes_us;
  all.insert(all.end(), fresh.processes_us.begin(), fresh.processes_us.end());
  const auto modes = separated_modes(std::move(all), fresh.tolerance);
  const auto is_slow = [&](double time_us) { return time_us > (modes->fast_us + modes->slow_us) / 2; };
  const auto slow = modes ? std::count_if(fresh.processes_us.begin(), fresh.processes_us.end(), is_slow) : 0;
  if (slow > 0 && slow < std::ssize(fresh.processes_us)) {
    fresh.status = Status::unstable;
    fresh.reason = Reason::modes;
    fresh.detail = "shown again: " + modes_text(*modes);
  } else if (fresh.status == Status::pass) {
    fresh.reason = Reason::not_confirmed;
    fresh.detail = fmt::format("not shown again in {} fresh processes: {}", fresh.run_processes, screened.detail);
  }
  return fresh;
}

/// Counters and results need no second look, and the fresh processes may not have counted.
void keep_what_is_not_time(Verdict& verdict, const Verdict& screened) {
  if (verdict.apart_from_time.detail != screened.apart_from_time.detail)
    verdict.apart_from_time = worst_of(std::move(verdict.apart_from_time), screened.apart_from_time);
  set_finding_of_time(verdict, {verdict.status, verdict.reason, verdict.detail});
}

Verdict confirmed(const Verdict& screened, const Verdict* fresh) {
  if (fresh == nullptr) {
    Verdict verdict = screened;
    set_finding_of_time(verdict, {Status::inconclusive, Reason::not_measured,
                                  "a suspect that was not measured again; screen: " + screened.detail});
    return verdict;
  }
  Verdict verdict = *fresh;
  if (screened.status == Status::inconclusive) return verdict;
  if (screened.status == Status::unstable) return weighed_stability(screened, std::move(verdict));

  const bool contrary = opposite(screened.status, fresh->status);
  const bool vanished = fresh->status == Status::pass;
  const std::string both = fmt::format("{} in the screen, {} in {} fresh processes", change_text(screened.ratio),
                                       change_text(fresh->ratio), fresh->run_processes);
  if (vanished || contrary) {
    verdict.status = vanished ? Status::pass : Status::inconclusive;
    verdict.reason = Reason::not_confirmed;
    verdict.detail = "not shown again: " + both;
  } else if (fresh->status == screened.status) {
    verdict.detail = fmt::format("shown again: {}; {}", both, fresh->detail);
  }
  keep_what_is_not_time(verdict, screened);
  return verdict;
}

}  // namespace

std::vector<std::string> suspects(const Judgement& screen) {
  std::vector<std::string> keys;
  for (const Verdict& verdict : screen.verdicts) {
    if (is_suspect(verdict)) keys.push_back(verdict.key);
  }
  return keys;
}

int confirming_processes(const Judgement& screen) {
  const double bound = family_error / std::max(1, screen.compared);
  int most = enough_run_processes;
  for (const Verdict& verdict : screen.verdicts) {
    if (!is_suspect(verdict) || verdict.ratio <= 0) continue;
    int needed = enough_run_processes;
    while (needed < most_confirming_processes &&
           verdict.precision.change_exceeded_with(bound, needed) > verdict.tolerance) {
      ++needed;
    }
    most = std::max(most, needed);
  }
  return most;
}

Judgement confirm(Judgement screen, const Judgement& confirming) {
  const auto tests = static_cast<std::size_t>(screen.compared);
  for (Verdict& verdict : screen.verdicts) {
    if (is_suspect(verdict)) verdict = confirmed(verdict, find(confirming, verdict.key));
  }
  weigh_significance(screen.verdicts, tests);
  summarise(screen);
  return screen;
}

}  // namespace warpmark
