#include "harness/run/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

#include "harness/run/input_error.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

/// A file under construction: deleted again unless it became `target`.
class TemporaryFile {
 public:
  explicit TemporaryFile(fs::path target)
      : target_(std::move(target)),
        path_(target_.parent_path() / fmt::format(".{}.{}.tmp", target_.filename().string(), ::getpid())),
        descriptor_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) fail("cannot be written", "name a file in a folder that exists and that you may write to");
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
      ::unlink(path_.c_str());
    }
  }

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail("cannot be written", "make room on its disk; what stood there before is untouched");
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void become_target() {
    // A rename may reach the disk before the data does: after a power cut the file would be there, empty.
    if (::fsync(descriptor_) != 0) fail("cannot be written", "check its disk; what stood there before is untouched");
    if (::rename(path_.c_str(), target_.c_str()) != 0)
      fail("cannot be replaced", "check the permissions of its folder");
    ::close(std::exchange(descriptor_, -1));
  }

 private:
  [[noreturn]] void fail(const char* what, const char* remedy) const {
    throw InputError(target_.string(), fmt::format("{} ({})", what, std::strerror(errno)), remedy);
  }

  fs::path target_;
  fs::path path_;
  int descriptor_;
};

fs::path target_of(const fs::path& file) {
  std::error_code ignored;
  // Through a symbolic link, so that what it points to is replaced, not the link.
  fs::path target = fs::is_symlink(file, ignored) ? fs::weakly_canonical(file) : file;
  if (fs::is_directory(target, ignored)) throw InputError(file.string(), "is a directory", "name a file");
  if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored))
    throw InputError(file.string(), "is not a regular file, which could be replaced in one step", "name a file");
  return target;
}

}  // namespace

std::string read_text(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) throw InputError(file.string(), "is a directory", "name a file");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(file.string(), std::strerror(errno), "check the path and that you may read it");
  std::string text;
  const auto size = fs::file_size(file, ignored);
  if (!ignored) text.reserve(size);
  std::vector<char> block(std::size_t{1} << 20);  // not the whole at once: a pipe has no size, and a file may grow
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0)
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  if (in.bad()) throw InputError(file.string(), "cannot be read to its end", "check its disk");
  return text;
}

void require_replaceable(const fs::path& file) { TemporaryFile{target_of(file)}; }

void replace_text(const fs::path& file, std::string_view text) {
  TemporaryFile temporary(target_of(file));
  temporary.write(text);
  temporary.become_target();
}

}  // namespace warpmark
