// Text from elsewhere, shown in a line of a report.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpmark {

/// Control characters, among them line ends and escapes, as `\n` or `\x1b`: they must not become those of the report.
/// Bytes that are not UTF-8 are shown so as well: what it returns is valid UTF-8, and may stand in XML.
std::string printable(std::string_view text);

/// How many columns of a terminal UTF-8 text takes: one a character.
std::size_t columns_of(std::string_view text);

}  // namespace warpmark
