// Before and after as JUnit's XML: a case for each pair and each row that was not compared.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/comparison.h"

namespace warpmark {

/// A pair fails where `fail_on` (see exit_code.h) names its verdict. What cannot be told, and is not in `fail_on`, is a
/// skipped case: JUnit knows no doubt, and it did not pass.
std::string comparison_junit(const compare::Comparison& comparison, const std::vector<std::string>& fail_on);

}  // namespace warpmark
