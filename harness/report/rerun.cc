#include "harness/report/rerun.h"

#include <fmt/format.h>

#include "harness/run/shell_words.h"

namespace warpmark {

std::string rerun_command(const std::string& bench, std::string_view key) {
  return fmt::format("warpmark gate -- {} {}", shell_word(bench), filter_word(key));
}

}  // namespace warpmark
