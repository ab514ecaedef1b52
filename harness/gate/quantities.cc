#include "harness/gate/quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpmark {

std::string us_text(double time_us) {
  constexpr int significant_digits = 5;
  const int digits_before_point = static_cast<int>(std::floor(std::log10(time_us))) + 1;
  return fmt::format("{:.{}f}", time_us, std::max(0, significant_digits - digits_before_point));
}

std::string time_text(double time_us) { return time_us <= 0 ? "-" : us_text(time_us) + " us"; }

std::string percent_text(double relative) { return fmt::format("{:.2f} %", relative * 100); }

std::string tolerance_text(double relative) {
  constexpr double meaningless = 0.5;
  return relative > meaningless ? "over 50 %" : percent_text(relative);
}

}  // namespace warpmark
