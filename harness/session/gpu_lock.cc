#include "harness/session/gpu_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "fmt/format.h"
#include "harness/session/interrupt.h"

namespace warpmark {
namespace {

constexpr auto retry_every = std::chrono::milliseconds(100);

std::filesystem::path lock_file(std::string uuid) {
  for (char& c : uuid) {
    if (c == '/') c = '_';
  }
  return std::filesystem::temp_directory_path() / fmt::format("warpmark-{}.lock", uuid);
}

/// Another user's file in a sticky directory can be opened for reading only, which is all that flock needs.
int open_lock(const std::filesystem::path& file) {
  const int fd = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  return fd >= 0 ? fd : open(file.c_str(), O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
}

}  // namespace

GpuLock::GpuLock(const std::string& uuid, const std::function<void(const std::string&)>& tell) {
  const auto file = lock_file(uuid);
  fd_ = open_lock(file);
  if (fd_ < 0) {
    tell(fmt::format("no lock on the card: {}: {}", file.string(), std::strerror(errno)));
    return;
  }
  bool told = false;
  while (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      tell(fmt::format("no lock on the card: {}: {}", file.string(), std::strerror(errno)));
      return;
    }
    if (!told) tell(fmt::format("waiting: another warpmark run measures on {} (--no-lock does not wait)", uuid));
    told = true;
    interrupt::check();
    std::this_thread::sleep_for(retry_every);
  }
}

GpuLock::~GpuLock() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace warpmark
