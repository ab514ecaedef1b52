// How a change of time is written, wherever one is shown; the dashboard's elements.js writes it the same way.
#pragma once

#include <string>

namespace warpmark {

/// "+3.06 %" for a ratio of 1.0306; from a factor of 3 on, where percent say little, "40.5x slower" and "3.00x faster",
/// of three digits; "-" for none (0).
std::string change_text(double ratio);

}  // namespace warpmark
