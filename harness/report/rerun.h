// The command that measures and judges one benchmark alone.
#pragma once

#include <string>
#include <string_view>

namespace warpmark {

/// "warpmark gate -- BENCH", or with "--base BASE" or "--baselines DIR" where these are not empty, quoted for a shell.
std::string gate_words(const std::string& bench, const std::string& base = "", const std::string& baselines = "");

/// `gate` (gate_words) and " --benchmark_filter='^key(/|$)'", the key escaped for Google Benchmark's filter: it selects
/// that key and, with its run-time suffixes, no other.
std::string rerun_command(const std::string& gate, std::string_view key);

}  // namespace warpmark
