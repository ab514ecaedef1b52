#include "harness/history/moment.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdio>
#include <ctime>

#include "harness/baseline/day.h"
#include "harness/run/input_error.h"

namespace warpmark::history {

std::string utc(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

std::int64_t seconds_of(const std::string& date, const std::string& file) {
  std::tm time = {};
  int offset_hours = 0;
  int offset_minutes = 0;
  char sign = '+';
  const int fields =
      std::sscanf(date.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%c%2d:%2d", &time.tm_year, &time.tm_mon, &time.tm_mday,
                  &time.tm_hour, &time.tm_min, &time.tm_sec, &sign, &offset_hours, &offset_minutes);
  const bool in_range = time.tm_hour < 24 && time.tm_min < 60 && time.tm_sec <= 60 && offset_hours < 24;
  if (fields < 6 || !is_day(date.substr(0, 10)) || !in_range)
    throw InputError(file + ": context.date", fmt::format("`{}` is no time such as 2026-11-30T03:43:27+00:00", date),
                     "a history is ordered by it: measure again");
  time.tm_year -= 1900;
  time.tm_mon -= 1;
  const int offset = offset_hours * 3600 + offset_minutes * 60;
  return static_cast<std::int64_t>(::timegm(&time)) - (sign == '-' ? -offset : offset);
}

}  // namespace warpmark::history
