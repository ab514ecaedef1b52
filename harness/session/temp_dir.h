// A private directory for the files of one run; gone with the object.
#pragma once

#include <filesystem>

namespace warpmark {

class TempDir {
 public:
  TempDir();  // throws InputError when the system's temporary directory cannot be written
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace warpmark
