// What the gate's rule comes to on cards that the baseline holds.
#pragma once

#include <random>
#include <vector>

#include "harness/baseline/baseline.h"
#include "tests/gate/recorded_cards.h"

namespace warpmark::own_card {

/// Prints false reds, what is undecided, power and tolerances, in Markdown: five processes of a card are its session in
/// the baseline, beside the other cards', and gates are drawn from the rest. Cards of fewer than twelve are not judged.
void evaluate(const std::vector<recorded::Card>& cards, const Policy& policy, int gates_of_a_card,
              std::mt19937& random);

}  // namespace warpmark::own_card
