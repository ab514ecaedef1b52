// A baseline carried over an upgrade of driver or toolkit, without measuring every card again.
#pragma once

#include <string>
#include <vector>

#include "harness/baseline/baseline.h"

namespace warpmark {

/// One benchmark whose baseline moves with the upgrade.
struct Shift {
  std::string key;
  double before_us = 0;  // medians over processes
  double after_us = 0;
  double ratio() const { return after_us / before_us; }
};

/// Multiplies what the sessions of `before`'s context (driver, CUDA, compiler, power limit, ECC) hold of each benchmark
/// by the shift that `before` and `after`, two runs on one card, show; such sessions take on `after`'s context. What
/// the two did not both measure soundly stays as it is, in a session of the old context. Hashes of results and machine
/// code of a benchmark that moved are those of `after`. Returns the shifts, the largest first. Throws InputError, with
/// `baseline` unchanged, where the runs are of two cards, models, timers or of one context, hold fewer than three
/// processes, have nothing in common, or no session has that context.
std::vector<Shift> rebase(Baseline& baseline, const Run& before, const Run& after);

}  // namespace warpmark
