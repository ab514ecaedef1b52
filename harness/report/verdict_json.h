// Verdicts as JSON, for programs: what the terminal shows, and the rows that pass.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/gate/verdict.h"

namespace warpmark {

/// `bench` is the benchmark program, for the command of each row that runs it again. What a row has no number for is
/// null.
nlohmann::ordered_json judgement_json(const Judgement& judgement, const JudgeOptions& options,
                                      const std::string& bench);

}  // namespace warpmark
