#include "harness/measure/selection.h"

#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <unordered_map>

#include "harness/measure/filter_remedy.h"
#include "harness/run/input_error.h"

namespace warpmark {

namespace {

std::optional<std::string> shape_of(const SuiteRow& row) {
  for (const auto& [axis, value] : row.params) {
    if (axis == "shape" && value.is_string()) return value.get<std::string>();
  }
  return std::nullopt;
}

/// Throws std::regex_error.
std::vector<const SuiteRow*> found_by(const Suite& suite, const std::string& filter) {
  const bool inverted = filter.starts_with('-');
  const std::string expression = filter == "all" ? "" : filter.substr(inverted ? 1 : 0);
  const std::regex regex(expression, std::regex::extended);
  const bool sweeps = expression.find("_sweep") != std::string::npos;
  std::vector<const SuiteRow*> rows;
  for (const SuiteRow& row : suite.rows()) {
    if (row.is_sweep() != (sweeps && !inverted)) continue;
    if (std::regex_search(row.benchmark_name, regex) != inverted) rows.push_back(&row);
  }
  return rows;
}

}  // namespace

std::vector<const SuiteRow*> rows_by_filter(const Suite& suite, const std::string& filter) {
  if (suite.rows().empty())
    throw InputError("this program", "declares no benchmark",
                     "of a static library the linker leaves out files that nobody asks for: make it an OBJECT library");
  std::vector<const SuiteRow*> rows;
  try {
    rows = found_by(suite, filter);
  } catch (const std::regex_error& error) {
    throw InputError("--benchmark_filter=" + filter, fmt::format("is no regular expression: {}", error.what()),
                     "escape ( [ { + * ? . with a backslash to mean themselves");
  }
  if (!rows.empty()) return rows;
  std::vector<std::string> names;
  for (const SuiteRow& row : suite.rows()) names.push_back(row.benchmark_name);
  const auto finds = [&](const std::string& other) {
    try {
      return !found_by(suite, other).empty();
    } catch (const std::regex_error&) {
      return false;
    }
  };
  throw InputError("--benchmark_filter=" + filter, "no benchmark has such a name", filter_remedy(filter, names, finds));
}

std::vector<const SuiteRow*> with_calibration(const Suite& suite, std::vector<const SuiteRow*> rows) {
  std::set<std::pair<std::string, L2State>> shapes;
  for (const SuiteRow* row : rows) {
    if (const auto shape = shape_of(*row)) shapes.emplace(*shape, row->l2);
  }
  const std::set<const SuiteRow*> chosen(rows.begin(), rows.end());
  for (const SuiteRow& row : suite.rows()) {
    if (row.calibrates == Calibrates::nothing || chosen.contains(&row)) continue;
    const auto shape = shape_of(row);
    const bool is_of_a_shape = shape && shapes.contains({*shape, row.l2});
    const bool is_of_the_card = row.calibrates == Calibrates::card && row.l2 == L2State::cold;
    if (is_of_a_shape || is_of_the_card) rows.push_back(&row);
  }
  return rows;
}

std::vector<const SuiteRow*> rows_by_file(const Suite& suite, const std::filesystem::path& file) {
  std::unordered_map<std::string, const SuiteRow*> by_key;
  for (const SuiteRow& row : suite.rows()) by_key.emplace(row.key, &row);

  std::ifstream in(file);
  if (!in) throw InputError(file.string(), "cannot be read", "--gpu_rows wants a file of benchmark names, one a line");
  std::vector<const SuiteRow*> rows;
  std::set<std::string> seen;
  std::string key;
  for (int line = 1; std::getline(in, key); ++line) {
    if (key.empty()) continue;
    const std::string where = fmt::format("{}:{}", file.string(), line);
    const auto found = by_key.find(key);
    if (found == by_key.end())
      throw InputError(where, "no benchmark is named " + key, "--benchmark_list_tests prints the names");
    if (!seen.insert(key).second) throw InputError(where, key + " stands here a second time", "name each row once");
    rows.push_back(found->second);
  }
  if (in.bad()) throw InputError(file.string(), "cannot be read", "--gpu_rows wants a file, not a folder");
  if (rows.empty()) throw InputError(file.string(), "names no benchmark", "one name a line");
  return rows;
}

}  // namespace warpmark
