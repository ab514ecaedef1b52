#pragma once

#include <string>

namespace warpmark {

/// The tool that has loaded itself into this process and holds what CUPTI needs, or nothing.
std::string tool_in_charge();

}  // namespace warpmark
