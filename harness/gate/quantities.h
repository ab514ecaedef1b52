// How times and relative changes are written, wherever a verdict is shown.
#pragma once

#include <string>

namespace warpmark {

/// "1465.2", of microseconds: 5 significant digits.
std::string us_text(double time_us);

/// "1465.2 us": always microseconds, so that two of them compare at a glance; 5 significant digits; "-" for none (0).
std::string time_text(double time_us);

/// "+3.06 %" for a ratio of 1.0306; "-" for none (0).
std::string change_text(double ratio);

/// "1.00 %" for 0.01.
std::string percent_text(double relative);

}  // namespace warpmark
