#pragma once

#include <string_view>

namespace warpmark::codegen {

/// `text` without the blanks around it.
constexpr std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace warpmark::codegen
