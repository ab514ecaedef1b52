// What tests of many parameters are called in ctest.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace warpmark::test {

/// `text` as the last part of a test's name, which knows letters, digits and underscores only.
inline std::string parameter_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

}  // namespace warpmark::test
