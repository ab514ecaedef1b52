// Text tables as spreadsheets and scripts write them (RFC 4180: commas, quotes; also tabs or semicolons).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmark::compare {

struct DelimitedRow {
  int line = 0;                    // in the file, of the row's first cell
  std::vector<std::string> cells;  // as many as there are columns
};

struct Delimited {
  std::string file;  // for messages
  char delimiter = ',';
  std::vector<std::string> columns;  // distinct
  std::vector<DelimitedRow> rows;
};

/// The delimiter is the header's: a tab if it has one, else a semicolon, else a comma. A byte order mark, Windows line
/// ends and empty lines are no content. Throws InputError naming file and line for a row of another length, an open
/// quote, a column that is there twice, no rows, or text that is not UTF-8.
Delimited parse_delimited(std::string_view text, const std::string& file);

}  // namespace warpmark::compare
