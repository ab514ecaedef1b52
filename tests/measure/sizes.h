#pragma once

#include <cstddef>

namespace warpmark {

inline constexpr std::size_t mib = std::size_t{1} << 20;

}  // namespace warpmark
