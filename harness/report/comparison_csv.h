// Before and after as CSV (RFC 4180), for spreadsheets and scripts: a line a pair, with numbers as exact as they are.
#pragma once

#include <string>

#include "harness/compare/comparison.h"

namespace warpmark {

/// Rows that were not compared have no times, and say why. Control characters in names are shown as `\n` or `\x1b`, so
/// that a line is a row; `warpmark compare` reads the file as a table of times.
std::string comparison_csv(const compare::Comparison& comparison);

}  // namespace warpmark
