// Whether there is something to judge a card by.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/baseline/baseline.h"
#include "harness/run/input_error.h"
#include "harness/session/doctor/check.h"

namespace warpmark {

/// The baseline of the card's model in `dir`, its sessions and their age; `today` is an ISO day.
Check baseline_check(const std::optional<Baseline>& baseline, const std::filesystem::path& dir,
                     const std::string& today);

/// A file of baselines that cannot be read.
Check broken_baseline(const std::string& subject, const InputError& error);

/// Of the first policy in `dir` that cannot be read, of whichever GPU; none where all can.
std::vector<Check> broken_policies(const std::filesystem::path& dir);

/// Without a GPU: which models' recorded runs can be judged.
Check baselines_check(const std::filesystem::path& dir);

}  // namespace warpmark
