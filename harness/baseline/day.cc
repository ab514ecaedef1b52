#include "harness/baseline/day.h"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace warpmark {

bool is_day(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-dd";
  const bool has_form = std::equal(text.begin(), text.end(), form.begin(), form.end(),
                                   [](char c, char f) { return f == 'd' ? c >= '0' && c <= '9' : c == f; });
  if (!has_form) return false;
  const auto part = [&](std::size_t from, std::size_t length) {
    unsigned value = 0;
    std::from_chars(text.data() + from, text.data() + from + length, value);
    return value;
  };
  using namespace std::chrono;
  return year_month_day{year{static_cast<int>(part(0, 4))}, month{part(5, 2)}, day{part(8, 2)}}.ok();
}

}  // namespace warpmark
