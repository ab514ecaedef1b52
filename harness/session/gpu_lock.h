// So that two warpmark runs of one machine do not measure on the same card at once.
#pragma once

#include <functional>
#include <string>

namespace warpmark {

/// An advisory lock on a card, held until this object goes. Only keeps out other warpmark runs of this machine.
class GpuLock {
 public:
  /// Waits for the card `uuid`, saying so through `tell` once. Throws Interrupted when the user gives up waiting. A
  /// lock file that cannot be opened is told, and the run goes on without.
  GpuLock(const std::string& uuid, const std::function<void(const std::string&)>& tell);
  ~GpuLock();
  GpuLock(const GpuLock&) = delete;
  GpuLock& operator=(const GpuLock&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace warpmark
