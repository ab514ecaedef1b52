// Kernels with so many percent of extra work (tests/faults/injected), measured on several cards: which of them the gate
// finds, each beside the whole suite of its card.
#pragma once

#include <filesystem>

#include "tests/gate/recorded_cards.h"

namespace warpmark::injected {

/// For each size and duration: gates on every card that has both runs, by a baseline of the others, with one benchmark
/// of four slowed in each. Prints Markdown. `folder` holds `injected/<card>.json.gz`, as `cards` are called.
void evaluate(const std::filesystem::path& folder, const std::vector<recorded::Card>& cards, const Policy& policy,
              int gates, std::mt19937& random);

}  // namespace warpmark::injected
