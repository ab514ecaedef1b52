// What the user sees while a run measures.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>

namespace warpmark {

struct Position {
  std::string key;  // the row in flight; empty while a process starts
  int process = 0;  // counted from 0
  int processes = 0;
  std::size_t done = 0;  // (process, row) pairs
  std::size_t total = 0;
  std::optional<std::chrono::seconds> budget_left = {};  // when that is over, no further process is started
};

class Progress {
 public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  virtual ~Progress() = default;

  virtual void at(const Position& position) = 0;  // called often
  virtual void message(const std::string& text) = 0;
};

/// On a terminal one line that is rewritten; elsewhere a line when a process begins and once a minute.
class TerminalProgress : public Progress {
 public:
  explicit TerminalProgress(std::FILE* stream = stderr);
  ~TerminalProgress() override;

  void at(const Position& position) override;
  void message(const std::string& text) override;

 private:
  using Clock = std::chrono::steady_clock;

  std::string line(const Position& position) const;
  void erase_line();

  std::FILE* stream_;
  bool rewrites_;
  bool line_shown_ = false;
  bool started_ = false;
  Clock::time_point start_;
  Clock::time_point shown_;
  std::size_t done_at_start_ = 0;  // measured by an earlier run that this one resumes
  int process_ = -1;
};

/// "1:05" or "2:03:04".
std::string clock_text(std::chrono::seconds duration);

}  // namespace warpmark
