#include "harness/report/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpmark {

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '\n') {
      shown += "\\n";
    } else if (byte == '\t') {
      shown += "\\t";
    } else if (byte < ' ' || byte == 0x7f) {
      shown += fmt::format("\\x{:02x}", byte);
    } else if (byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0) {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));  // U+0080 to U+009F: more escapes
    } else {
      shown += text[i];
    }
  }
  return shown;
}

std::size_t columns_of(std::string_view text) {
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_start));
}

}  // namespace warpmark
