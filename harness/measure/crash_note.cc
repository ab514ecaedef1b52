#include "harness/measure/crash_note.h"

#include <unistd.h>

namespace warpmark {

namespace {

constexpr int exit_usage = 2;

std::string note;  // made before the handler is there: it may allocate nothing

void say_it_and_exit(int /*signal*/) {
  const ssize_t written = write(STDERR_FILENO, note.data(), note.size());
  _exit(written < 0 ? exit_usage + 1 : exit_usage);
}

}  // namespace

CrashNote::CrashNote(const std::string& text) {
  note = text;
  struct sigaction say_it = {};
  say_it.sa_handler = say_it_and_exit;
  sigaction(SIGSEGV, &say_it, &segv_before_);
  sigaction(SIGBUS, &say_it, &bus_before_);
}

CrashNote::~CrashNote() {
  sigaction(SIGSEGV, &segv_before_, nullptr);
  sigaction(SIGBUS, &bus_before_, nullptr);
}

}  // namespace warpmark
