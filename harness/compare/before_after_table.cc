#include "harness/compare/before_after_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>

#include "harness/run/input_error.h"

namespace warpmark::compare {
namespace {

constexpr std::array part_columns = {"name", "key", "benchmark", "family", "fix", "kernel", "fusion", "variant"};
constexpr std::array axis_columns = {"dir", "shape", "arm", "l2", "type", "bytes", "block", "elements", "MiB"};
constexpr std::array label_columns = {"label", "model_tensor"};

template <class Columns>
bool has(const Columns& columns, const std::string& column) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

/// A column of times: "cold_before_us" is {"cold", before, 1}.
struct TimeColumn {
  std::string of;
  bool is_after = false;
  double units_per_us = 1;
};

std::optional<TimeColumn> time_column(std::string_view column) {
  constexpr std::pair<std::string_view, double> units[] = {{"_ns", 1e3}, {"_us", 1}, {"_ms", 1e-3}, {"_s", 1e-6}};
  for (const auto& [unit, per_us] : units) {
    if (!column.ends_with(unit)) continue;
    const std::string_view rest = column.substr(0, column.size() - unit.size());
    for (const std::string_view side : {"before", "after"}) {
      if (rest != side && !rest.ends_with("_" + std::string(side))) continue;
      const std::string_view of = rest.substr(0, rest.size() - side.size());
      return TimeColumn{std::string(of.substr(0, of.empty() ? 0 : of.size() - 1)), side == "after", per_us};
    }
  }
  return std::nullopt;
}

/// Two columns of times: the same workloads, before and after.
struct TimePair {
  std::optional<std::size_t> before;
  std::optional<std::size_t> after;
  double before_units_per_us = 1;
  double after_units_per_us = 1;
};

class TableMatcher {
 public:
  TableMatcher(const Delimited& table, const std::vector<std::string>& key_columns) : table_(table) {
    for (const std::string& column : key_columns)
      if (!has(table.columns, column))
        throw InputError("--key-columns", fmt::format("{} has no column `{}`", table.file, column),
                         fmt::format("its columns are {}", fmt::join(table.columns, ", ")));
    for (std::size_t i = 0; i < table.columns.size(); ++i) sort_in(i, key_columns);
    require_columns();
  }

  Matched match() {
    Matched matched;
    matched.before = table_.file + " (before)";
    matched.after = table_.file + " (after)";
    for (const DelimitedRow& row : table_.rows)
      for (const auto& [of, times] : times_) add(matched, row, of, times);
    if (!ratios_.empty())
      matched.notes.push_back(
          fmt::format("columns {} are not read: ratios come from the times", fmt::join(ratios_, ", ")));
    if (!unknown_.empty())
      matched.notes.push_back(
          fmt::format("columns {} are not known and left out (--key-columns makes them part of the key)",
                      fmt::join(unknown_, ", ")));
    return matched;
  }

 private:
  void sort_in(std::size_t i, const std::vector<std::string>& key_columns) {
    const std::string& column = table_.columns[i];
    if (const auto time = time_column(column)) {
      TimePair& pair = times_[time->of];
      auto& side = time->is_after ? pair.after : pair.before;
      if (side) refuse(1, fmt::format("`{}` and `{}` are the same time", table_.columns[*side], column), "remove one");
      side = i;
      (time->is_after ? pair.after_units_per_us : pair.before_units_per_us) = time->units_per_us;
    } else if (has(part_columns, column)) {
      parts_.push_back(i);
    } else if (has(axis_columns, column) || has(key_columns, column)) {
      axes_.push_back(i);
    } else if (has(label_columns, column)) {
      labels_.push_back(i);
    } else {
      (column == "ratio" || column.ends_with("_ratio") ? ratios_ : unknown_).push_back(column);
    }
  }

  void require_columns() const {
    if (times_.empty())
      refuse(1, fmt::format("none of its columns is a time before and after: {}", fmt::join(table_.columns, ", ")),
             "call them before_us and after_us, or cold_before_us and so on; ns, ms and s are known as well");
    for (const auto& [of, pair] : times_)
      if (!pair.before || !pair.after)
        refuse(1,
               fmt::format("`{}` has no column of the other side",
                           table_.columns[*(pair.before ? pair.before : pair.after)]),
               "a ratio needs both");
    if (parts_.empty() && axes_.empty())
      refuse(1, fmt::format("no column says what was measured: {}", fmt::join(table_.columns, ", ")),
             "call one `name`, or list columns with --key-columns");
  }

  void add(Matched& matched, const DelimitedRow& row, const std::string& of, const TimePair& times) {
    Match match;
    match.key = key_of(row, of);
    const auto [known, is_new] = lines_.try_emplace(match.key, row.line);
    if (!is_new)
      refuse(row.line, fmt::format("`{}` is in line {} already", match.key, known->second),
             "tell them apart by a column: --key-columns");
    for (const std::size_t i : labels_) match.label += (match.label.empty() ? "" : ", ") + row.cells[i];
    const double before_us = time_of(row, *times.before) / times.before_units_per_us;
    const double after_us = time_of(row, *times.after) / times.after_units_per_us;
    const auto is_time = [](double time_us) { return std::isfinite(time_us) && time_us > 0; };
    if (!is_time(before_us) || !is_time(after_us)) {
      const std::size_t column = is_time(before_us) ? *times.after : *times.before;
      matched.not_compared.push_back({match.key, row.cells[column].empty()
                                                     ? fmt::format("no {}", table_.columns[column])
                                                     : fmt::format("{} is {}, which no measurement takes",
                                                                   table_.columns[column], row.cells[column])});
      return;
    }
    match.observed.before_us = {before_us};
    match.observed.after_us = {after_us};
    match.doubt = "the table holds no spread";
    matched.matches.push_back(std::move(match));
  }

  std::string key_of(const DelimitedRow& row, const std::string& of) const {
    std::string key;
    const auto append = [&key](const std::string& component) { key += (key.empty() ? "" : "/") + component; };
    for (const std::size_t i : parts_)
      if (!row.cells[i].empty()) append(row.cells[i]);
    for (const std::size_t i : axes_)
      if (!row.cells[i].empty()) append(table_.columns[i] + ":" + row.cells[i]);
    if (!of.empty()) append((of == "cold" || of == "warm" ? "l2:" : "of:") + of);
    return key;
  }

  /// NaN where the cell is empty.
  double time_of(const DelimitedRow& row, std::size_t column) const {
    std::string_view cell = row.cells[column];
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    if (cell.empty()) return NAN;
    double time = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), time);
    if (error == std::errc::result_out_of_range) return NAN;
    if (error != std::errc() || end != cell.data() + cell.size())
      refuse(row.line, fmt::format("{} is `{}`, which is no number", table_.columns[column], cell),
             cell.find(',') == std::string_view::npos ? "write it as 458.8"
                                                      : "write a decimal point, and no commas: 458,8 may be either");
    return time;
  }

  [[noreturn]] void refuse(int line, const std::string& what, const std::string& remedy) const {
    throw InputError(fmt::format("{}:{}", table_.file, line), what, remedy);
  }

  const Delimited& table_;
  std::map<std::string, TimePair> times_;
  std::vector<std::size_t> parts_;
  std::vector<std::size_t> axes_;
  std::vector<std::size_t> labels_;
  std::vector<std::string> ratios_;
  std::vector<std::string> unknown_;
  std::map<std::string, int> lines_;  // key -> where it stands
};

}  // namespace

Matched match_table(const Delimited& table, const std::vector<std::string>& key_columns) {
  return TableMatcher(table, key_columns).match();
}

}  // namespace warpmark::compare
