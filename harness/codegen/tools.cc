#include "harness/codegen/tools.h"

#include <algorithm>
#include <cstddef>

#include "fmt/format.h"
#include "harness/run/input_error.h"

namespace warpmark::codegen {
namespace {

/// Disassembled text takes a hundred times the room of the code, so a large program is done piece by piece.
constexpr std::size_t calls_at_once = 64;

/// What a tool said, for a message: the beginning is where it says what is wrong.
std::string said(const ToolAnswer& answer) {
  constexpr std::size_t enough = 400;
  std::string text = answer.err.empty() ? answer.out : answer.err;
  text.resize(std::min(text.size(), enough));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  text.erase(text.find_last_not_of(' ') + 1);
  return text.empty() ? "it said nothing" : text;
}

/// "nvdisasm 13.2.51", as far as the tool tells.
std::string with_version(const Tools& tools, const std::string& tool) {
  const ToolAnswer answer = tools.run({{{tool, "--version"}, {}}}).at(0);
  const auto release = answer.out.find(", V");
  std::string name = std::filesystem::path(tool).filename().string();
  if (answer.exit_code != 0 || release == std::string::npos) return name;
  const std::string rest = answer.out.substr(release + 3);
  return fmt::format("{} {}", name, rest.substr(0, rest.find_first_not_of("0123456789.")));
}

[[noreturn]] void fail(const Tools& tools, const ToolCall& call, const ToolAnswer& answer, const std::string& subject) {
  const std::string& tool = call.argv.at(0);
  if (answer.timed_out) {
    throw InputError(subject, fmt::format("{} did not end in time, and was stopped", tool),
                     "allow it longer with --tool-timeout, or name another with --cuobjdump or --nvdisasm");
  }
  if (answer.signal != 0) {
    throw InputError(subject, fmt::format("{} crashed (signal {}): {}", tool, answer.signal, said(answer)),
                     "install another with ci/setup, or name one with --cuobjdump or --nvdisasm");
  }
  throw InputError(subject,
                   fmt::format("{} ({}) refuses it (exit code {}): {}", with_version(tools, tool), tool,
                               answer.exit_code, said(answer)),
                   "if it is older than the compiler, install a newer one (ci/setup, or the Python wheels "
                   "nvidia-cuda-nvdisasm and nvidia-cuda-cuobjdump), and name it with --nvdisasm or --cuobjdump");
}

}  // namespace

void run_tools(const Tools& tools, const std::vector<ToolCall>& calls, const std::vector<std::string>& subjects,
               const std::function<void(std::size_t, const ToolAnswer&)>& use) {
  for (std::size_t first = 0; first < calls.size(); first += calls_at_once) {
    const auto begin = calls.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(std::min(calls_at_once, calls.size() - first));
    const std::vector<ToolAnswer> answers = tools.run({begin, end});
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const ToolAnswer& answer = answers[i];
      const bool failed = answer.timed_out || answer.signal != 0 || answer.exit_code != 0;
      if (failed) fail(tools, calls[first + i], answer, subjects[first + i]);
      use(first + i, answer);
    }
  }
}

}  // namespace warpmark::codegen
