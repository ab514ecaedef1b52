// Google Benchmark writes numbers that are not finite as bare words, which JSON does not have.
#pragma once

#include <string_view>

namespace warpmark {

/// Whether `token` is NaN or Infinity, as any language spells it.
inline bool is_non_finite(std::string_view token) {
  if (token.starts_with('-')) token.remove_prefix(1);
  return token == "NaN" || token == "nan" || token == "Infinity" || token == "inf";
}

}  // namespace warpmark
