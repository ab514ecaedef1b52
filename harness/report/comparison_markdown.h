// Before and after for a pull request.
#pragma once

#include <cstddef>
#include <string>

#include "harness/compare/comparison.h"
#include "harness/report/markdown_page.h"

namespace warpmark {

/// Counts; the groups; the most important workloads, and the others folded away, in the order of the pairs; what was
/// not compared; notes. What does not fit into `limit_bytes` is counted: "and N more".
std::string comparison_markdown(const compare::Comparison& comparison, bool only_changed,
                                std::size_t limit_bytes = markdown_limit_bytes);

}  // namespace warpmark
