#include "harness/report/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <ostream>
#include <string_view>
#include <vector>

#include "harness/gate/quantities.h"
#include "harness/report/rerun.h"
#include "harness/report/verdict_words.h"

namespace warpmark {

namespace {

enum Column : std::size_t {
  verdict_column,
  key_column,
  baseline_column,
  run_column,
  change_column,
  tolerance_column,
  processes_column,
  columns
};
using Cells = std::array<std::string, columns>;
using Widths = std::array<std::size_t, columns>;

constexpr std::string_view gap = "  ";
constexpr std::string_view indent = "    ";

Cells cells_of(const Verdict& verdict) {
  const bool judged = verdict.ratio > 0;
  return {verdict_text(verdict),
          verdict.key,
          time_text(verdict.baseline_us),
          time_text(verdict.run_us),
          change_text(verdict.ratio),
          judged ? fmt::format("{} {}", tolerance_text(verdict.tolerance), to_string(verdict.bound)) : "-",
          fmt::format("{} / {}", verdict.run_processes, verdict.baseline_processes)};
}

/// Failing red, undecided yellow, good news green; the rest as it is.
std::string_view colour_of(Status status) {
  if (status < Status::unstable) return "\033[31m";
  if (status <= Status::inconclusive) return "\033[33m";
  return status == Status::pass || status == Status::improved ? "\033[32m" : "";
}

class Table {
 public:
  Table(const std::vector<const Verdict*>& verdicts, int width) {
    const Cells titles = {"verdict", "benchmark", "baseline", "run", "change", "tolerance", "processes"};
    widen(titles);
    for (const Verdict* verdict : verdicts) widen(cells_of(*verdict));
    std::size_t total = gap.size() * (columns - 1);
    for (const std::size_t column : widths_) total += column;
    fits_ = total <= static_cast<std::size_t>(std::max(0, width));
    header_ = line(titles, "");
  }

  [[nodiscard]] const std::string& header() const { return header_; }

  [[nodiscard]] std::string row(const Verdict& verdict, bool colour) const {
    return line(cells_of(verdict), colour ? colour_of(verdict.status) : "");
  }

 private:
  void widen(const Cells& cells) {
    for (std::size_t column = 0; column < columns; ++column) {
      widths_[column] = std::max(widths_[column], cells[column].size());
    }
  }

  [[nodiscard]] std::string line(const Cells& cells, std::string_view colour) const {
    const std::string padding(widths_[verdict_column] - cells[verdict_column].size(), ' ');
    std::string text = fmt::format("{}{}{}{}{}{}", colour, cells[verdict_column], colour.empty() ? "" : "\033[0m",
                                   padding, gap, cells[key_column]);
    if (fits_) {
      text += std::string(widths_[key_column] - cells[key_column].size(), ' ');
    } else {
      text += fmt::format("\n{}", indent);
    }
    for (std::size_t column = baseline_column; column < columns; ++column) {
      text += fmt::format("{}{:>{}}", gap, cells[column], widths_[column]);
    }
    return text + "\n";
  }

  Widths widths_ = {};
  bool fits_ = true;
  std::string header_;
};

/// Error texts come from elsewhere: a line break or an escape sequence in one must not become one of the report.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char letter) { return letter >= 0 && letter < ' '; }, ' ');
  return text;
}

std::vector<const Verdict*> shown(const Judgement& judgement, const TerminalOptions& options) {
  std::vector<const Verdict*> rows;
  std::map<Status, int> taken;
  for (const Verdict& verdict : judgement.verdicts) {
    const bool wanted = !is_plain_pass(verdict) && verdict.status != Status::new_row &&
                        ++taken[verdict.status] <= options.rows_per_status;
    if (options.verbose || wanted) rows.push_back(&verdict);
  }
  return rows;
}

void print_causes(std::ostream& out, const std::vector<std::string>& causes) {
  std::string_view title = "cause: ";
  for (const std::string& cause : causes) {
    out << indent << title << one_line(cause) << '\n';
    title = "       ";
  }
}

void print_rows(std::ostream& out, const std::vector<const Verdict*>& rows, const TerminalOptions& options) {
  if (rows.empty()) return;
  const Table table(rows, options.width);
  out << table.header();
  for (const Verdict* verdict : rows) {
    out << table.row(*verdict, options.colour);
    if (!verdict->detail.empty()) out << indent << one_line(verdict->detail) << '\n';
    print_causes(out, verdict->causes);
    if (!is_plain_pass(*verdict)) out << indent << "again: " << rerun_command(options.gate, verdict->key) << '\n';
  }
}

/// How many rows of each status the table leaves out; passing rows are left out without a word.
void print_left_out(std::ostream& out, const Judgement& judgement, const std::vector<const Verdict*>& rows) {
  std::map<Status, int> left_out;
  for (const Verdict& verdict : judgement.verdicts) left_out[verdict.status] += is_plain_pass(verdict) ? 0 : 1;
  for (const Verdict* verdict : rows) left_out[verdict->status] -= is_plain_pass(*verdict) ? 0 : 1;
  for (const auto& [status, rest] : left_out) {
    if (status == Status::new_row || rest == 0) continue;
    out << fmt::format("... and {} more {} (--verbose shows all)\n", rest, to_string(status));
  }
}

/// One line for all of them: each is as it should be until it is recorded.
void print_new(std::ostream& out, const Judgement& judgement, const TerminalOptions& options) {
  if (options.verbose) return;
  constexpr std::size_t named = 3;
  std::vector<std::string> keys;
  for (const Verdict& verdict : judgement.verdicts)
    if (verdict.status == Status::new_row) keys.push_back(verdict.key);
  if (keys.empty()) return;
  const std::size_t number = keys.size();
  keys.resize(std::min(named, number));
  out << fmt::format("new, not in the baseline until `warpmark record` adds {}: {}{}\n", number == 1 ? "it" : "them",
                     one_line(fmt::to_string(fmt::join(keys, ", "))),
                     number > named ? fmt::format(" and {} more (--verbose shows all)", number - named) : "");
}

}  // namespace

void print_terminal(std::ostream& out, const Judgement& judgement, const TerminalOptions& options) {
  for (const std::string& headline : judgement.headlines) out << one_line(headline) << '\n';
  const std::vector<const Verdict*> rows = shown(judgement, options);
  if (!judgement.headlines.empty() && !rows.empty()) out << '\n';
  print_rows(out, rows, options);
  print_left_out(out, judgement, rows);
  print_new(out, judgement, options);
  for (const std::string& note : judgement.notes) out << "note: " << one_line(note) << '\n';
  out << fmt::format("{}  {} -> exit {}\n", outcome_text(options.exit_code), counts_text(judgement), options.exit_code);
}

}  // namespace warpmark
