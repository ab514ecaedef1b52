#include "harness/session/temp_dir.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "harness/run/input_error.h"

namespace warpmark {

TempDir::TempDir() {
  std::string pattern = (std::filesystem::temp_directory_path() / "warpmark-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw InputError(pattern, std::string("cannot make a temporary directory: ") + std::strerror(errno),
                     "set TMPDIR to a directory that can be written");
  }
  path_ = pattern;
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace warpmark
