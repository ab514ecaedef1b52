#include "harness/gate/card.h"

#include <fmt/format.h>

#include "harness/gate/finding.h"
#include "harness/gate/summary.h"

namespace warpmark {

namespace {

bool is_of_time(const Verdict& verdict) { return verdict.reason == Reason::slower || verdict.reason == Reason::faster; }

void weigh_on_unknown_card(Verdict& verdict) {
  const bool slower = verdict.reason == Reason::slower;
  set_finding_of_time(verdict,
                      {slower ? Status::inconclusive : Status::pass, Reason::card,
                       fmt::format("the card, not the program: nothing but the time moved, on a card that the baseline "
                                   "does not hold{}; {}",
                                   slower ? " (record its run to judge by it)" : "", verdict.detail)});
}

}  // namespace

void weigh_card(Judgement& judgement, const Run& run) {
  if (run.facts.gpu.uuid.empty()) return;  // it may be any
  for (Verdict& verdict : judgement.verdicts) {
    if (is_of_time(verdict) && verdict.only_time_moved && !verdict.by_own_card) weigh_on_unknown_card(verdict);
  }
  summarise(judgement);
}

}  // namespace warpmark
