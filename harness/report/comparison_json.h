// Before and after as JSON, for programs: every pair and group, with numbers as exact as they are.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/compare/comparison.h"

namespace warpmark {

/// What is not known is null. `exit_code` is what the command exits with.
nlohmann::ordered_json comparison_json(const compare::Comparison& comparison, int exit_code);

}  // namespace warpmark
