// Names matched by shell-like patterns.
#pragma once

#include <string_view>

namespace warpmark {

/// `*` matches any run of characters, `?` one.
bool glob_match(std::string_view pattern, std::string_view text);

}  // namespace warpmark
