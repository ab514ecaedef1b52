// The command that measures and judges one benchmark alone.
#pragma once

#include <string>
#include <string_view>

namespace warpmark {

/// "warpmark gate -- BENCH --benchmark_filter='^key(/|$)'", quoted for a shell, the key escaped for Google Benchmark's
/// filter: it selects that key and, with its run-time suffixes, no other.
std::string rerun_command(const std::string& bench, std::string_view key);

}  // namespace warpmark
