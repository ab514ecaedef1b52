// Machine code as JSON, for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "harness/codegen/census.h"
#include "harness/codegen/difference.h"
#include "harness/codegen/judge.h"

namespace warpmark {

nlohmann::ordered_json census_json(const codegen::Census& census);
nlohmann::ordered_json difference_json(const std::vector<codegen::KernelDifference>& differences);
nlohmann::ordered_json judgement_json(const codegen::Judgement& judgement, int exit_code);

}  // namespace warpmark
