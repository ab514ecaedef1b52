// How times and relative changes are written, wherever a verdict is shown; changes of time: change_text.h.
#pragma once

#include <string>

#include "harness/run/change_text.h"

namespace warpmark {

/// "1465.2", of microseconds: 5 significant digits.
std::string us_text(double time_us);

/// "1465.2 us": always microseconds, so that two of them compare at a glance; 5 significant digits; "-" for none (0).
std::string time_text(double time_us);

/// "1.00 %" for 0.01.
std::string percent_text(double relative);

/// The same of a row's tolerance; "over 50 %" beyond that, where no number means anything.
std::string tolerance_text(double relative);

}  // namespace warpmark
