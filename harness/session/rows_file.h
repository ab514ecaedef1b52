// The two small files between the orchestrator and a benchmark process: the rows it shall measure, and how far it is.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace warpmark {

/// One key a line. Throws InputError when it cannot be written.
void write_rows_file(const std::filesystem::path& file, const std::vector<std::string>& keys);

/// Follows the log in which a benchmark process notes each row as it begins.
class ProgressLog {
 public:
  explicit ProgressLog(std::filesystem::path file) : file_(std::move(file)) {}

  /// Reads what is new; true when at least one more row began.
  bool advance();

  int begun() const { return begun_; }
  const std::string& latest() const { return latest_; }  // empty before the first row

 private:
  std::filesystem::path file_;
  std::streamoff position_ = 0;
  int begun_ = 0;
  std::string latest_;
};

}  // namespace warpmark
