// Machine code as it stands in a run's JSON, under `context.warpmark.code`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/run/run.h"

namespace warpmark {

/// Throws InputError where `warpmark.code` is there and not what to_json writes.
MachineCode code_of(const nlohmann::ordered_json& warpmark, const std::string& file);

nlohmann::ordered_json to_json(const MachineCode& code);

}  // namespace warpmark
