// A folder of its own for a test, removed at its end.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace warpmark {

class ScratchFolder {
 public:
  ScratchFolder() {
    static int folders = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("warpmark_test_" + std::to_string(::getpid()) + "_" + std::to_string(folders++));
    std::filesystem::create_directories(path_);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace warpmark
