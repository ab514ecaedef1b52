// NVIDIA's cuobjdump and nvdisasm, seen from here: calls and answers. Who runs them is not this room's business.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpmark::codegen {

struct ToolCall {
  std::vector<std::string> argv;
  std::filesystem::path folder;  // to run in, because cuobjdump writes there; empty: anywhere
};

struct ToolAnswer {
  int exit_code = 0;
  int signal = 0;  // what killed it
  bool timed_out = false;
  std::string out;
  std::string err;
};

/// Runs all the calls, as many at a time as it likes; an answer each, in their order.
using ToolRunner = std::function<std::vector<ToolAnswer>(const std::vector<ToolCall>&)>;

/// How to reach the tools: their paths and who runs them.
struct Tools {
  std::string cuobjdump;
  std::string nvdisasm;
  ToolRunner run;
};

/// The answers of calls that must succeed, a few dozen calls at a time, each handed to `use` with the number of its
/// call. Throws InputError for the first that failed; `subjects` says what each call is about.
void run_tools(const Tools& tools, const std::vector<ToolCall>& calls, const std::vector<std::string>& subjects,
               const std::function<void(std::size_t, const ToolAnswer&)>& use);

}  // namespace warpmark::codegen
