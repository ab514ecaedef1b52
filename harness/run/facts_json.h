// Reading the facts that stand under `context.warpmark`; json_file.h's to_json(RunFacts) writes them.
#pragma once

#include <string>

#include "harness/run/run.h"

namespace warpmark {

/// The facts of `warpmark`; what is not there is empty or 0. Throws InputError naming `file` and the field for a field
/// of the wrong type, and for a schema that this tool does not know.
RunFacts facts_of(const nlohmann::ordered_json& warpmark, const std::string& file);

}  // namespace warpmark
