// `warpmark init`: a small project of one kernel and its benchmark, for people to begin theirs with.
#pragma once

#include <filesystem>
#include <string>

#include "harness/init/package.h"

namespace warpmark {

/// Writes the project's files into `folder`, which is made where there is none: all of them, or none. Throws InputError
/// when the folder holds something already, is no folder or cannot be written to.
void write_project(const std::filesystem::path& folder);

/// What was written and the commands to go on with, as they may be pasted.
std::string next_steps(const std::filesystem::path& folder, const Package& package);

}  // namespace warpmark
