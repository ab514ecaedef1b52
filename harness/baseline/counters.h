// Which counters of a row explain its time.
#pragma once

#include <string_view>

#include "harness/run/counter_values.h"

namespace warpmark {

/// Whether a counter is the hardware's own, of executed accesses or bytes moved, which a machine may refuse to count.
bool is_hardware_counter(std::string_view counter);
bool has_hardware_counters(const CounterValues& counters);

/// Whether a counter tells why a time moved (launch, executed accesses, bytes moved): a baseline keeps such counters
/// even where no policy gates them.
bool explains_time(std::string_view counter);

}  // namespace warpmark
