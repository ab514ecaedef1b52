// A text table of times before and after, such as a study publishes.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/delimited.h"
#include "harness/compare/matched.h"

namespace warpmark::compare {

/// Columns are read by name, in any order:
/// - `before_us` and `after_us` (or _ns, _ms, _s) are times; `cold_before_us` and `cold_after_us` are those of l2:cold.
/// - `name`, `key`, `benchmark`, `family`, `fix`, `kernel`, `fusion` and `variant` are parts of the key; `dir`,
/// `shape`,
///   `arm`, `l2`, `type`, `bytes`, `block`, `elements`, `MiB` and those of `key_columns` its axes; `label` and
///   `model_tensor` its label.
/// - ratios are ignored, being printed ones; other columns are left out. Notes name both.
/// Throws InputError naming file and line for a time that is no number, two rows of one key, and columns that hold no
/// pair of times or no key.
Matched match_table(const Delimited& table, const std::vector<std::string>& key_columns);

}  // namespace warpmark::compare
