// Days as files write them: ISO 8601.
#pragma once

#include <string_view>

namespace warpmark {

/// Whether `text` is a day of the calendar, such as 2027-01-31.
bool is_day(std::string_view text);

}  // namespace warpmark
