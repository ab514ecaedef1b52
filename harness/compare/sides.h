// One run that holds two builds' rows, measured in turns: `warpmark compare --ab` writes it, and any compare reads it.
#pragma once

#include <string>

#include "harness/compare/match_runs.h"
#include "harness/compare/matched.h"
#include "harness/run/run.h"

namespace warpmark::compare {

/// Where the context says what the two are: `context.warpmark.ab`, with `before` and `after`, each of strings.
inline constexpr const char* sides_member = "ab";

/// Whether `run` is such a run.
bool holds_sides(const Run& run);

/// Its rows, paired: process i of either side ran next to the other's. The sides are called by their programs; where
/// their drivers, compilers or revisions differ that is noted, and which bytes were measured as well.
Matched match_sides(const Run& run, const std::string& name);

}  // namespace warpmark::compare
