// What a card is by itself: cards of one model differ, most rows by tenths of a percent, a few by several.
#pragma once

#include "harness/gate/verdict.h"

namespace warpmark {

/// Takes back what the card explains, on a card that the baseline does not hold (Verdict::by_own_card: one that it
/// holds is judged by its own sessions): of the rows called slower or faster, those of which everything is known and
/// nothing but the time has moved (Verdict::only_time_moved: the same machine code, launch, executed instructions and
/// bytes, clocks, driver and compiler). No change of a program does that, and a card may: slower rows are inconclusive,
/// faster ones `pass`. What counters and result say stands. Call it last, after explain(); it summarises anew.
void weigh_card(Judgement& judgement, const Run& run);

}  // namespace warpmark
