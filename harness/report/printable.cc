#include "harness/report/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpmark {
namespace {

unsigned char byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

/// How many bytes the character at the start of `text` takes; 0 where they are not UTF-8 (RFC 3629).
std::size_t character_length(std::string_view text) {
  const unsigned char lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte_at(text, i) & 0xc0) != 0x80) return 0;
  const unsigned char second = byte_at(text, 1);
  const bool is_overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool is_no_character = (lead == 0xed && second > 0x9f) || (lead == 0xf4 && second > 0x8f);
  return is_overlong || is_no_character ? 0 : length;
}

/// Control characters, U+0080 to U+009F among them, and what XML cannot hold: U+FFFE and U+FFFF.
bool is_shown(std::string_view character) {
  if (character.size() == 1) return byte_at(character, 0) >= ' ' && character[0] != 0x7f;
  if (character.size() == 2) return byte_at(character, 0) != 0xc2 || byte_at(character, 1) >= 0xa0;
  return character != "\xef\xbf\xbe" && character != "\xef\xbf\xbf";
}

std::string escaped(std::string_view character) {
  if (character == "\n") return "\\n";
  if (character == "\t") return "\\t";
  if (character.size() == 2) character.remove_prefix(1);  // U+0080 to U+009F: their last byte is their number
  std::string text;
  for (const char c : character) text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return text;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
    if (length > 0 && is_shown(character))
      shown += character;
    else
      shown += escaped(character);
    text.remove_prefix(character.size());
  }
  return shown;
}

std::size_t columns_of(std::string_view text) {
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_start));
}

}  // namespace warpmark
