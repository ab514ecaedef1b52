#include "harness/compare/delimited.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/run/input_error.h"

namespace warpmark::compare {
namespace {

[[noreturn]] void refuse(const std::string& file, int line, const std::string& what, const std::string& remedy) {
  throw InputError(fmt::format("{}:{}", file, line), what, remedy);
}

bool is_utf8(std::string_view text) {
  try {
    nlohmann::json(text).dump();
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

class Reader {
 public:
  Reader(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  /// The next line that is not empty; false at the end.
  bool read(DelimitedRow& row, char delimiter) {
    while (!text_.empty()) {
      row = {line_, {}};
      do row.cells.push_back(cell(delimiter));
      while (skip(delimiter));
      if (row.cells.size() > 1 || !row.cells.front().empty()) return true;
    }
    return false;
  }

 private:
  /// A cell, and the line's end if it is the last one; a delimiter is left.
  std::string cell(char delimiter) {
    std::string content;
    if (text_.starts_with('"')) content = quoted();
    const char ends[] = {delimiter, '\n', '\0'};
    const auto end = text_.find_first_of(ends);
    std::string_view plain = text_.substr(0, end);
    text_.remove_prefix(plain.size());
    if (!text_.starts_with(delimiter)) {
      if (plain.ends_with('\r')) plain.remove_suffix(1);
      if (!text_.empty()) ++line_;
      text_.remove_prefix(text_.empty() ? 0 : 1);
    }
    return content.append(plain);
  }

  std::string quoted() {
    const int opened = line_;
    std::string content;
    text_.remove_prefix(1);
    for (;;) {
      const auto quote = text_.find('"');
      if (quote == std::string_view::npos)
        refuse(file_, opened, "a quote is opened and never closed", "write a quote within quotes twice");
      content += text_.substr(0, quote);
      for (const char c : text_.substr(0, quote)) line_ += c == '\n' ? 1 : 0;
      text_.remove_prefix(quote + 1);
      if (!skip('"')) return content;
      content += '"';
    }
  }

  bool skip(char wanted) {
    const bool found = text_.starts_with(wanted);
    if (found) text_.remove_prefix(1);
    return found;
  }

  std::string_view text_;
  std::string file_;
  int line_ = 1;
};

char delimiter_of(std::string_view header) {
  for (const char delimiter : {'\t', ';'})
    if (header.find(delimiter) != std::string_view::npos) return delimiter;
  return ',';
}

}  // namespace

Delimited parse_delimited(std::string_view text, const std::string& file) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!is_utf8(text)) refuse(file, 1, "is not UTF-8 text", "save it as UTF-8");
  if (text.find('\0') != std::string_view::npos) refuse(file, 1, "holds a NUL byte", "save it as UTF-8 text");
  Delimited table;
  table.file = file;
  table.delimiter = delimiter_of(text.substr(0, text.find('\n')));
  Reader reader(text, file);
  DelimitedRow row;
  if (!reader.read(row, table.delimiter)) refuse(file, 1, "is empty", "measure again");
  table.columns = row.cells;
  std::set<std::string> seen;
  for (const std::string& column : table.columns)
    if (!seen.insert(column).second)
      refuse(file, row.line, fmt::format("column `{}` is there twice", column), "rename one");
  while (reader.read(row, table.delimiter)) {
    if (row.cells.size() != table.columns.size())
      refuse(file, row.line, fmt::format("has {} cells, the header {}", row.cells.size(), table.columns.size()),
             "quote a cell that holds the delimiter, and write decimal points, not commas");
    table.rows.push_back(row);
  }
  if (table.rows.empty()) refuse(file, 1, "has a header and no rows", "measure again");
  return table;
}

}  // namespace warpmark::compare
