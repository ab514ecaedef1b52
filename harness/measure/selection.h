// Which rows a benchmark program measures.
#pragma once

#include <warpmark/suite.h>

#include <filesystem>
#include <string>
#include <vector>

namespace warpmark {

/// The rows whose name `filter` finds (POSIX extended, as in Google Benchmark; a leading '-' inverts), gated ones only
/// unless the filter names "_sweep". Throws InputError when it is no regular expression or finds nothing, with what
/// may have been meant (filter_remedy.h).
std::vector<const SuiteRow*> rows_by_filter(const Suite& suite, const std::string& filter);

/// `rows`, and behind them the rows of the suite that are ceilings: those of the card, cold, and those of the same
/// shape and state of the L2 as one of `rows`.
std::vector<const SuiteRow*> with_calibration(const Suite& suite, std::vector<const SuiteRow*> rows);

/// The rows named in `file`, one key a line, in its order. Throws InputError with the line of an unknown or repeated
/// key.
std::vector<const SuiteRow*> rows_by_file(const Suite& suite, const std::filesystem::path& file);

}  // namespace warpmark
