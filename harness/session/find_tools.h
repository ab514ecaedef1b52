// Where cuobjdump and nvdisasm are on this machine.
#pragma once

#include <optional>
#include <string>

#include "harness/codegen/tools.h"
#include "harness/session/tool_runner.h"

namespace warpmark {

/// The tools as the user named them; of those not named, the first there is of: the one CMake found for this build, one
/// in a `.deps/cuda/bin` (where ci/setup puts them) above the warpmark executable, PATH, the toolkits of CUDA_HOME,
/// CUDA_PATH and /usr/local/cuda. Throws InputError when there is none, or the named one cannot be run.
codegen::Tools find_tools(const std::string& cuobjdump, const std::string& nvdisasm, const ToolLimits& limits);

/// Any program of a toolkit, looked for in the same places; nothing where there is none.
std::optional<std::string> installed_tool(const std::string& name);

}  // namespace warpmark
