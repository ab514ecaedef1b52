// Rows of one key in two runs, or rows of one run that differ in one component of their keys.
#pragma once

#include <string>

#include "harness/compare/matched.h"
#include "harness/run/run.h"

namespace warpmark::compare {

/// What a row's key says of its side: `arm:broken` and `arm:fixed`.
struct Components {
  std::string before;
  std::string after;
};

/// What tells the rows of two builds apart that were measured in turns (see sides.h).
inline constexpr const char* before_component = "side:before";
inline constexpr const char* after_component = "side:after";
bool are_sides(const Components& components);

/// From "arm:broken,arm:fixed". Throws InputError where that is not two components, or two of different axes.
Components components_of(const std::string& text);

/// Both runs' rows, by key. The names are those of the files.
Matched match_runs(const Run& before, const std::string& before_name, const Run& after, const std::string& after_name);

/// One run's rows whose keys are equal but for `components`; a match's key lacks them. Where a process has measured
/// both sides interleaved (gpu_pair_ratio), that ratio is taken.
Matched match_within(const Run& run, const std::string& name, const Components& components);

}  // namespace warpmark::compare
