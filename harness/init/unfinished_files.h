// Files and folders under construction: all of them stay, or none.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace warpmark {

class UnfinishedFiles {
 public:
  UnfinishedFiles() = default;
  UnfinishedFiles(const UnfinishedFiles&) = delete;
  UnfinishedFiles& operator=(const UnfinishedFiles&) = delete;
  /// Removes what was made here, unless it was kept; a folder only if nobody else has put anything into it.
  ~UnfinishedFiles();

  /// With the folders above it. Throws InputError, as the next does.
  void make_folder(const std::filesystem::path& folder);
  /// `file` must not be there yet.
  void write(const std::filesystem::path& file, std::string_view text);
  void keep() { made_.clear(); }

 private:
  std::vector<std::filesystem::path> made_;
};

}  // namespace warpmark
