// Runs NVIDIA's disassembling tools: several at once, none for ever.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "harness/codegen/tools.h"

namespace warpmark {

struct ToolLimits {
  std::chrono::milliseconds timeout{120'000};  // nvdisasm takes about a second for a megabyte of code
  std::size_t at_once = 0;                     // 0: as many as there are cores
};

/// An answer for each call, in their order. What outlasts the time limit is killed, and its answer says so. Throws
/// InputError when a tool cannot be started, Interrupted on Ctrl-C.
std::vector<codegen::ToolAnswer> run_tool_calls(const std::vector<codegen::ToolCall>& calls, const ToolLimits& limits);

}  // namespace warpmark
