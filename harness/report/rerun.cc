#include "harness/report/rerun.h"

#include <fmt/format.h>

namespace warpmark {

namespace {

/// What POSIX extended expressions escape; an escape of anything else is an error there.
std::string regex_escaped(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    if (std::string_view(R"(.[\()*+?{|^$)").find(letter) != std::string_view::npos) escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

std::string shell_quoted(std::string_view text) {
  std::string quoted;
  for (const char letter : text) {
    if (letter == '\'') {
      quoted += R"('\'')";
    } else {
      quoted += letter;
    }
  }
  return fmt::format("'{}'", quoted);
}

bool is_plain_word(std::string_view text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%") ==
         std::string_view::npos;
}

}  // namespace

std::string rerun_command(const std::string& bench, std::string_view key) {
  return fmt::format("warpmark gate -- {} --benchmark_filter={}", is_plain_word(bench) ? bench : shell_quoted(bench),
                     shell_quoted(fmt::format("^{}(/|$)", regex_escaped(key))));
}

}  // namespace warpmark
