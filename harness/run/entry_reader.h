// The entries of a Google Benchmark file's `benchmarks` array, one at a time, become a Run's rows and notes.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "harness/run/entry.h"
#include "harness/run/run.h"

namespace warpmark {

class EntryReader {
 public:
  /// `file` names the file in errors.
  explicit EntryReader(std::string file) : file_(std::move(file)) {}

  /// About how many entries there will be.
  void expect(std::size_t entries) { rows_.reserve(entries); }

  /// Takes one entry, in which a value that was not finite is null. Throws InputError naming file and benchmark.
  void take(const Entry& entry);

  /// After the last entry: the rows and notes.
  void finish(Run& run);

 private:
  void take_aggregate(const Entry& entry, std::string_view name);
  void read_row(const Entry& entry, std::string_view name, std::string_view named, Row& row);
  void read_time(const Entry& entry, Row& row) const;
  void read_field(const std::string& field, const Entry::Value& value, Row& row);
  void note_suffixes(const Row& row, std::string_view named);
  void note(const std::string& where, const std::string& text);
  [[noreturn]] void fail(std::string_view name, const std::string& what, const std::string& remedy) const;

  std::string file_;
  int entries_ = 0;
  int fits_ = 0;  // BigO and RMS
  std::vector<Row> rows_;
  std::vector<Row> aggregates_;  // one a key: its median, or an error row until there is one
  std::unordered_map<std::string, std::size_t> aggregate_of_key_;
  std::vector<Note> notes_;
  std::set<std::pair<std::string, std::string>> noted_;
};

}  // namespace warpmark
