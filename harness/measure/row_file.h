// A Google Benchmark JSON file that grows row by row and is complete at any moment the process may die.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace warpmark {

/// Writes to `file`.part; finish() makes it `file`. Until then an older `file` stays as it was.
///
/// Each row is one write that starts over the closing brackets of the last: a process that dies leaves either all of
/// a row or none. Throws InputError when the disk is full or the folder is not writable; a row that did not fit is
/// taken back, so that what is there stays complete.
class RowFile {
 public:
  RowFile(std::filesystem::path file, const nlohmann::ordered_json& context);
  ~RowFile();
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  void append(const nlohmann::ordered_json& row);
  void finish();

  const std::filesystem::path& part() const { return part_; }
  std::size_t rows() const { return rows_; }

 private:
  void write_at(std::size_t offset, const std::string& text);
  [[noreturn]] void fail(int error) const;

  std::filesystem::path file_;
  std::filesystem::path part_;
  int descriptor_ = -1;
  std::size_t end_ = 0;  // offset of the closing brackets
  std::size_t rows_ = 0;
};

}  // namespace warpmark
