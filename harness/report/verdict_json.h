// Verdicts as JSON, for programs: what the terminal shows, and the rows that pass.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/gate/verdict.h"

namespace warpmark {

/// `gate` begins the command of each row that runs it again (rerun.h). What a row has no number for is
/// null.
nlohmann::ordered_json judgement_json(const Judgement& judgement, const JudgeOptions& options, const std::string& gate);

}  // namespace warpmark
