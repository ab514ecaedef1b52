#include "harness/report/rerun.h"

#include <fmt/format.h>

#include "harness/run/shell_words.h"

namespace warpmark {

std::string gate_words(const std::string& bench, const std::string& base, const std::string& baselines) {
  std::string by = base.empty() ? "" : "--base " + shell_word(base) + " ";
  if (!baselines.empty()) by += "--baselines " + shell_word(baselines) + " ";
  return fmt::format("warpmark gate {}-- {}", by, shell_word(bench));
}

std::string rerun_command(const std::string& gate, std::string_view key) { return gate + " " + filter_word(key); }

}  // namespace warpmark
