#include "harness/baseline/yaml_text.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace warpmark {
namespace {

/// Words that some YAML reader takes for something other than a text.
bool is_yaml_word(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::string_view words[] = {"y", "yes", "n", "no", "on", "off", "true", "false", "null", "nan", "inf"};
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

/// "580.159.04": with two dots it is no number.
bool is_version(const std::string& text) {
  return std::count(text.begin(), text.end(), '.') > 1 && text.front() != '.' &&
         text.find_first_not_of("0123456789.") == std::string::npos;
}

bool is_harmless(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view(" _-./:").find(c) != std::string_view::npos;
}

/// Whether every YAML reader takes the unquoted `text` for exactly this text.
bool is_plain(const std::string& text) {
  if (text.empty()) return false;
  if (is_version(text)) return true;
  return std::isalpha(static_cast<unsigned char>(text.front())) != 0 && text.back() != ' ' && text.back() != ':' &&
         std::all_of(text.begin(), text.end(), is_harmless) && text.find(": ") == std::string::npos &&
         !is_yaml_word(text);
}

}  // namespace

void emit_text(YAML::Emitter& yaml, const std::string& text) {
  // Escaped, because readers differ in which characters beyond ASCII end a line.
  if (!is_plain(text)) yaml << YAML::DoubleQuoted << YAML::EscapeNonAscii;
  yaml << text;
}

}  // namespace warpmark
