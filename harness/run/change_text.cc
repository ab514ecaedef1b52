#include "harness/run/change_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpmark {
namespace {

constexpr double far = 3;

}  // namespace

std::string change_text(double ratio) {
  if (ratio <= 0) return "-";
  const double factor = std::max(ratio, 1 / ratio);
  if (factor < far) return fmt::format("{:+.2f} %", (ratio - 1) * 100);
  const int digits_behind_point = std::max(0, 2 - static_cast<int>(std::floor(std::log10(factor))));
  return fmt::format("{:.{}f}x {}", factor, digits_behind_point, ratio > 1 ? "slower" : "faster");
}

}  // namespace warpmark
