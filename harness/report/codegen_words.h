// Words that the terminal and the JSON of machine code share.
#pragma once

#include <string_view>

#include "harness/codegen/census.h"
#include "harness/codegen/difference.h"
#include "harness/codegen/judge.h"

namespace warpmark {

std::string_view to_string(codegen::Finding::Kind kind);
std::string_view to_string(codegen::KernelDifference::Kind kind);

}  // namespace warpmark
