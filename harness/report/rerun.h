// The command that measures and judges one benchmark alone.
#pragma once

#include <string>
#include <string_view>

namespace warpmark {

/// "warpmark gate -- BENCH", or "warpmark gate --base BASE -- BENCH", quoted for a shell.
std::string gate_words(const std::string& bench, const std::string& base = "");

/// `gate` (gate_words) and " --benchmark_filter='^key(/|$)'", the key escaped for Google Benchmark's filter: it selects
/// that key and, with its run-time suffixes, no other.
std::string rerun_command(const std::string& gate, std::string_view key);

}  // namespace warpmark
