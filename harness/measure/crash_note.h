// What the program says when code that a user wrote crashes it.
#pragma once

#include <csignal>
#include <string>

namespace warpmark {

/// While it lives, an access to memory that is not there ends the program with exit code 2 and `text` on stderr. One at
/// a time.
class CrashNote {
 public:
  explicit CrashNote(const std::string& text);
  ~CrashNote();
  CrashNote(const CrashNote&) = delete;
  CrashNote& operator=(const CrashNote&) = delete;

 private:
  struct sigaction segv_before_;
  struct sigaction bus_before_;
};

}  // namespace warpmark
