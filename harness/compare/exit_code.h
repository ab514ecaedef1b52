// What a comparison exits with.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/comparison.h"

namespace warpmark::compare {

/// What `fail_on` may hold: pairs that are slower, faster, cannot be told or give other results, or rows that were not
/// compared.
inline constexpr const char* fail_on_slower = "slower";
inline constexpr const char* fail_on_faster = "faster";
inline constexpr const char* fail_on_cannot_tell = "cannot-tell";
inline constexpr const char* fail_on_results = "results";
inline constexpr const char* fail_on_not_compared = "not-compared";

/// Whether `fail_on` names the pair's verdict.
bool fails(const Pair& pair, const std::vector<std::string>& fail_on);

/// 3 where nothing was compared; 1 where something is that `fail_on` names; otherwise 0.
int exit_code(const Comparison& comparison, const std::vector<std::string>& fail_on);

}  // namespace warpmark::compare
