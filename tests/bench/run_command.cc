#include "tests/bench/run_command.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <stdexcept>

namespace warpmark::test {

Outcome run_command(const std::string& command) {
  std::FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start a shell");
  Outcome outcome;
  std::array<char, 4096> chunk{};
  for (std::size_t read = 0; (read = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) {
    outcome.text.append(chunk.data(), read);
  }
  const int status = pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

}  // namespace warpmark::test
