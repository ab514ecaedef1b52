// Before and after as one HTML page that needs nothing else: no network, no server.
#pragma once

#include <string>

#include "harness/compare/comparison.h"

namespace warpmark {

/// The counts, the groups, a plot of each group's ratios, and a table of all pairs that sorts by any column; without
/// scripts it is still all there.
std::string comparison_html(const compare::Comparison& comparison);

}  // namespace warpmark
