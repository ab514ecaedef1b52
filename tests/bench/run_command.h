// Runs a command line and keeps what it said.
#pragma once

#include <string>

namespace warpmark::test {

struct Outcome {
  int exit_code = -1;
  std::string text;  // stdout and stderr together
};

/// By the shell. Throws std::runtime_error when there is no shell.
Outcome run_command(const std::string& command);

}  // namespace warpmark::test
