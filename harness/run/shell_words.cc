#include "harness/run/shell_words.h"

#include <fmt/format.h>

#include "harness/run/protocol.h"

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
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%") ==
             std::string_view::npos;
}

std::string filter_of(std::string_view key) { return fmt::format("^{}(/|$)", regex_escaped(key)); }

}  // namespace

std::string shell_word(std::string_view text) { return is_plain_word(text) ? std::string(text) : shell_quoted(text); }

std::string filter_word(std::string_view key) { return protocol::filter_flag + shell_quoted(filter_of(key)); }

std::string filter_argument(std::string_view key) { return protocol::filter_flag + filter_of(key); }

}  // namespace warpmark
