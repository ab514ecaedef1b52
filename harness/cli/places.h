// Where the command looks for things that the user did not name, and what day it is.
#pragma once

#include <string>

namespace warpmark {

/// In the working directory.
inline constexpr const char* default_baselines = "baselines";

/// warpmark_bench beside the warpmark executable.
std::string default_bench();

/// The history, in the working directory.
inline constexpr const char* default_history = "history.sqlite";

/// The day, UTC, as ISO 8601.
std::string today();

}  // namespace warpmark
