#include "harness/report/markdown_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "harness/report/printable.h"

namespace warpmark {
namespace {

/// Numeric character references survive every stage of Markdown: a `|` so written parts no cells.
std::string referenced(std::string_view text, std::string_view harmless) {
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) != 0 || harmless.find(c) != std::string_view::npos)
      escaped += c;
    else
      escaped += fmt::format("&#{};", byte);
  }
  return escaped;
}

}  // namespace

std::string markdown_code(std::string_view text) {
  const std::string shown = printable(text);
  // Between backticks nothing means anything, but a backtick, in a table a |, and spaces at both ends, which are taken
  // away.
  const bool is_plain = shown.find_first_of("`|") == std::string::npos && !shown.empty() && shown.front() != ' ';
  return is_plain ? "`" + shown + "`" : "<code>" + referenced(shown, " /.,-=()") + "</code>";
}

std::string markdown_text(std::string_view text) { return referenced(printable(text), " /.,:;=()%?'\"+-"); }

}  // namespace warpmark
