// The numbers of fp32 that are none.
#pragma once

#include <limits>

namespace warpmark::test {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

}  // namespace warpmark::test
