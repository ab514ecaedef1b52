// The ratios of a group as a picture: a line a pair, its 95 % interval, and where 1 is.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/comparison.h"

namespace warpmark {

/// An SVG element for an HTML page, its colours left to the page's style by class: "slower", "faster", "unknown",
/// "same", "results". The axis is logarithmic, from the lowest to the highest of what is shown, 1 included.
std::string ratio_plot(const std::vector<const compare::Pair*>& pairs);

/// The class that stands for a pair's verdict.
const char* verdict_class(const compare::Pair& pair);

}  // namespace warpmark
