// What is valid in a baseline, and still not as it should be.
#pragma once

#include <string>
#include <vector>

#include "harness/baseline/baseline.h"

namespace warpmark {

/// One line for people each: sessions nobody uses, sessions that should be one, that are out of order by date or off
/// all others in most of their rows, benchmarks that rest on one process.
std::vector<std::string> lint(const Baseline& baseline);

}  // namespace warpmark
