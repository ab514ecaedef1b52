// Where a file stops being JSON, and why.
#pragma once

#include <string>

namespace warpmark {

/// Throws InputError with file, line and column where `text` is not JSON but for bare NaN and Infinity; `file` names
/// it. It reads what the reader of runs (json_reader.cc) reads, several times slower, because it keeps account of where
/// it is.
void refuse_syntax_error(std::string text, const std::string& file);

}  // namespace warpmark
