// A program started in its own process group, its output kept within bounds, its end a value.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpmark {

struct ExitStatus {
  int code = 0;    // meaningful when signal is 0
  int signal = 0;  // what killed it

  bool exited_with(int wanted) const { return signal == 0 && code == wanted; }
};

/// "exit code 3" or "killed by signal 11 (SIGSEGV)".
std::string to_string(const ExitStatus& status);

/// Runs until it ends or this object goes: the destructor kills the whole group, and the kernel kills the program
/// should warpmark itself be killed, so that no orphan keeps measuring on the card. Single-threaded callers only.
class ChildProcess {
 public:
  /// Throws InputError when the program is missing, a directory or not executable. A bare name is looked up in PATH.
  /// Of stdout and stderr the last `output_limit` bytes are kept. It runs in `folder`, or, without one, in ours; its
  /// environment is ours with the NAME=VALUE of `environment` set.
  explicit ChildProcess(const std::vector<std::string>& argv, std::size_t output_limit = 64 * 1024,
                        const std::filesystem::path& folder = {}, const std::vector<std::string>& environment = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits until there is output, the end, a signal to us, or `patience` is over. The status once it has ended.
  std::optional<ExitStatus> wait_for(std::chrono::milliseconds patience);

  /// Waits until one of several has output or ends, there is a signal to us, or `patience` is over; then look at each.
  static void wait_for_any(const std::vector<ChildProcess*>& children, std::chrono::milliseconds patience);

  pid_t group() const { return pid_; }  // of processes: the program's, and its own number

  void send(int signal);  // to the whole group

  /// Sends `signal`; what has not ended after `grace` is killed.
  ExitStatus stop(int signal, std::chrono::milliseconds grace);

  const std::string& out() const { return streams_[0].text; }
  const std::string& err() const { return streams_[1].text; }
  bool out_is_complete() const { return !streams_[0].cut; }

 private:
  struct Stream {
    int fd = -1;
    std::string text;
    bool cut = false;
  };

  void start(const std::string& program, std::vector<std::string> argv, const std::filesystem::path& folder,
             std::vector<std::string> environment);
  bool read_available(std::chrono::milliseconds patience);
  void read_from(Stream& stream);
  bool reap();

  std::size_t output_limit_;
  pid_t pid_ = -1;
  int end_fd_ = -1;  // a pidfd: readable when the program has ended; -1 on kernels without
  std::array<Stream, 2> streams_;
  std::optional<ExitStatus> status_;
};

/// The program as the shell would find it. Throws InputError with the reason and remedy when it cannot be started.
std::string find_program(const std::string& name);

}  // namespace warpmark
