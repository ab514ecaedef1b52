#include "harness/session/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "fmt/format.h"
#include "harness/run/input_error.h"
#include "harness/run/programs_in_path.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

struct Pipe {
  std::array<int, 2> ends{-1, -1};

  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw InputError("pipe", std::strerror(errno), "raise ulimit -n");
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  void close_end(std::size_t end) {
    if (ends.at(end) >= 0) close(ends.at(end));
    ends.at(end) = -1;
  }
  int release_read_end() {
    const int fd = ends[0];
    ends[0] = -1;
    return fd;
  }
};

/// Between fork and exec: only calls that are safe there. Never returns.
[[noreturn]] void become(const char* program, char* const* argv, char* const* environment, const char* folder,
                         pid_t parent, int out, int err, int failure) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);  // a program in the background that reads the terminal would be stopped
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  std::signal(SIGPIPE, SIG_DFL);  // ignored signals would stay ignored in the new program
  std::signal(SIGXFSZ, SIG_DFL);
  if (chdir(folder) == 0) execve(program, argv, environment);
  const int reason = errno;
  [[maybe_unused]] const auto written = write(failure, &reason, sizeof reason);
  _exit(127);
}

/// As exec wants them; they point into `words`.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Ours, with `changes` in place of the variables of the same names.
std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string ours = *variable;
    const auto is_of_it = [&ours](const std::string& change) {
      return ours.starts_with(change.substr(0, change.find('=') + 1));
    };
    if (std::none_of(changes.begin(), changes.end(), is_of_it)) all.push_back(ours);
  }
  all.insert(all.end(), changes.begin(), changes.end());
  return all;
}

std::string remedy_for(int reason) {
  if (reason == ENOEXEC) return "name a program built for this machine; a script needs a #! line";
  return "check the program and its interpreter";
}

}  // namespace

std::string to_string(const ExitStatus& status) {
  if (status.signal == 0) return fmt::format("exit code {}", status.code);
  const char* name = sigabbrev_np(status.signal);
  return fmt::format("killed by signal {} (SIG{})", status.signal, name == nullptr ? "?" : name);
}

std::string find_program(const std::string& name) {
  if (name.find('/') == std::string::npos) {
    const std::vector<fs::path> found = programs_in_path(name);
    if (!found.empty()) return found.front().string();
    throw InputError(name, "no such program in PATH", fmt::format("write its path, for example ./{}", name));
  }
  std::error_code none;
  if (!fs::exists(name, none)) {
    throw InputError(name, "no such file", "name the benchmark program after --; has it been built?");
  }
  if (fs::is_directory(name, none)) throw InputError(name, "is a directory", "name the benchmark program in it");
  if (access(name.c_str(), X_OK) != 0) {
    throw InputError(name, "is not executable", fmt::format("chmod +x {}, or name the program itself", name));
  }
  return name;
}

ChildProcess::ChildProcess(const std::vector<std::string>& argv, std::size_t output_limit, const fs::path& folder,
                           const std::vector<std::string>& environment)
    : output_limit_(output_limit) {
  start(fs::absolute(find_program(argv.at(0))), argv, folder.empty() ? "." : folder, environment_with(environment));
}

void ChildProcess::start(const std::string& program, std::vector<std::string> argv, const fs::path& folder,
                         std::vector<std::string> environment) {
  const std::vector<char*> words = pointers_to(argv);
  const std::vector<char*> variables = pointers_to(environment);

  Pipe out;
  Pipe err;
  Pipe failure;  // closed by a successful exec
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) throw InputError(program, std::strerror(errno), "too many processes or too little memory");
  if (pid_ == 0)
    become(program.c_str(), words.data(), variables.data(), folder.c_str(), parent, out.ends[1], err.ends[1],
           failure.ends[1]);

  setpgid(pid_, pid_);  // here as well: whichever runs first
  failure.close_end(1);
  int reason = 0;
  if (read(failure.ends[0], &reason, sizeof reason) == sizeof reason) {
    waitpid(pid_, nullptr, 0);
    throw InputError(program, fmt::format("cannot be started: {}", std::strerror(reason)), remedy_for(reason));
  }
  streams_[0].fd = out.release_read_end();
  streams_[1].fd = err.release_read_end();
  end_fd_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
}

ChildProcess::~ChildProcess() {
  if (!status_) {
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  for (const Stream& stream : streams_) {
    if (stream.fd >= 0) close(stream.fd);
  }
  if (end_fd_ >= 0) close(end_fd_);
}

std::optional<ExitStatus> ChildProcess::wait_for(milliseconds patience) {
  if (status_) return status_;
  read_available(patience);
  if (reap()) {
    while (read_available(milliseconds(0))) {
    }
  }
  return status_;
}

void ChildProcess::wait_for_any(const std::vector<ChildProcess*>& children, milliseconds patience) {
  std::vector<pollfd> polled;
  for (const ChildProcess* child : children) {
    for (const Stream& stream : child->streams_) polled.push_back({stream.fd, POLLIN, 0});
    polled.push_back({child->end_fd_, POLLIN, 0});
  }
  poll(polled.data(), polled.size(), static_cast<int>(patience.count()));
}

void ChildProcess::send(int signal) {
  if (!status_) kill(-pid_, signal);
}

ExitStatus ChildProcess::stop(int signal, milliseconds grace) {
  send(signal);
  const auto deadline = steady_clock::now() + grace;
  while (!status_ && steady_clock::now() < deadline) wait_for(milliseconds(20));
  send(SIGKILL);
  while (!status_) wait_for(milliseconds(20));
  return *status_;
}

/// True when something was read.
bool ChildProcess::read_available(milliseconds patience) {
  std::array<pollfd, 3> polled{{{streams_[0].fd, POLLIN, 0}, {streams_[1].fd, POLLIN, 0}, {end_fd_, POLLIN, 0}}};
  if (poll(polled.data(), polled.size(), static_cast<int>(patience.count())) <= 0) return false;
  bool any = false;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    if (streams_.at(i).fd < 0 || polled.at(i).revents == 0) continue;
    read_from(streams_.at(i));
    any = true;
  }
  return any;
}

void ChildProcess::read_from(Stream& stream) {
  std::array<char, 64 * 1024> buffer{};
  const ssize_t size = read(stream.fd, buffer.data(), buffer.size());
  if (size > 0) {
    stream.text.append(buffer.data(), static_cast<std::size_t>(size));
    if (stream.text.size() > output_limit_) {
      stream.text.erase(0, stream.text.size() - output_limit_);
      stream.cut = true;
    }
  } else if (size == 0 || errno != EINTR) {
    close(stream.fd);
    stream.fd = -1;
  }
}

/// Once the program has ended: ends what it left behind in its group, then takes its status. In this order, because
/// the unreaped program keeps the group's number from being given to another.
bool ChildProcess::reap() {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
  kill(-pid_, SIGKILL);
  int raw = 0;
  waitpid(pid_, &raw, 0);
  status_ = WIFSIGNALED(raw) ? ExitStatus{0, WTERMSIG(raw)} : ExitStatus{WEXITSTATUS(raw), 0};
  return true;
}

}  // namespace warpmark
