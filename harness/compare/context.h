// Like with like: which two runs may be compared, and what else than the code differs between them.
#pragma once

#include <string>
#include <vector>

#include "harness/run/run.h"

namespace warpmark::compare {

/// Throws InputError where the runs are of two timers, or, unless `across_cards`, of two cards or two hosts. Returns
/// what else differs (driver, compiler, power limit, ...) as notes. What a file does not say counts as agreeing.
std::vector<std::string> require_comparable(const Run& before, const std::string& before_name, const Run& after,
                                            const std::string& after_name, bool across_cards);

}  // namespace warpmark::compare
