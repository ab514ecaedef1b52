// When a run began.
#pragma once

#include <cstdint>
#include <string>

namespace warpmark::history {

/// Seconds since 1970 as "2026-11-30T02:43:27Z".
std::string utc(std::int64_t seconds);

/// "2026-11-30T03:43:27+01:00" as seconds since 1970; what follows the seconds may be missing, and is UTC then. Throws
/// InputError, of a run in `file`, for anything else.
std::int64_t seconds_of(const std::string& date, const std::string& file);

}  // namespace warpmark::history
