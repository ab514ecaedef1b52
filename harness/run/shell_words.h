// Words of a command line for people to paste into a shell.
#pragma once

#include <string>
#include <string_view>

namespace warpmark {

/// `text` as one word, quoted where the shell would make something else of it.
std::string shell_word(std::string_view text);

/// "--benchmark_filter='^key(/|$)'", the key escaped for Google Benchmark's filter: it selects that key and, with its
/// run-time suffixes, no other.
std::string filter_word(std::string_view key);

/// The same filter for a program that is started without a shell.
std::string filter_argument(std::string_view key);

}  // namespace warpmark
