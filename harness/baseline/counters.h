// Which counters of a row explain its time.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace warpmark {

/// Whether a counter is the hardware's own, of executed accesses or bytes moved, which a machine may refuse to count.
bool is_hardware_counter(std::string_view counter);
bool has_hardware_counters(const std::map<std::string, double>& counters);

/// Whether a counter tells why a time moved (launch, executed accesses, bytes moved): a baseline keeps such counters
/// even where no policy gates them.
bool explains_time(std::string_view counter);

}  // namespace warpmark
