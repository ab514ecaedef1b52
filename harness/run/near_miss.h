// "did you mean": the known word nearest to a misspelt one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark {

/// Insertions, deletions and substitutions of one character, and swaps of two neighbours, that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The one of `known` nearest to `word`, if it is near enough to be what was meant.
std::optional<std::string> near_miss(std::string_view word, const std::vector<std::string>& known);

}  // namespace warpmark
