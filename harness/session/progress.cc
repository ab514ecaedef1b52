#include "harness/session/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "fmt/format.h"

namespace warpmark {
namespace {

constexpr auto rewrite_every = std::chrono::milliseconds(200);
constexpr auto line_every = std::chrono::seconds(60);

std::size_t width_of(std::FILE* stream) {
  winsize size{};
  const bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

/// Nobody listening, or a terminal that is gone, must not cost a run its results: a failed write is ignored.
void put(std::FILE* stream, const std::string& text) { static_cast<void>(std::fputs(text.c_str(), stream)); }

}  // namespace

std::string clock_text(std::chrono::seconds duration) {
  const auto seconds = duration.count();
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

TerminalProgress::TerminalProgress(std::FILE* stream) : stream_(stream), rewrites_(isatty(fileno(stream)) == 1) {}

TerminalProgress::~TerminalProgress() { erase_line(); }

void TerminalProgress::at(const Position& position) {
  const auto now = Clock::now();
  if (!started_) {
    started_ = true;
    start_ = now;
    done_at_start_ = position.done;
  }
  const bool new_process = position.process != process_;
  if (!new_process && now - shown_ < (rewrites_ ? Clock::duration(rewrite_every) : Clock::duration(line_every))) return;
  process_ = position.process;
  shown_ = now;
  erase_line();
  const std::string text = line(position);
  if (rewrites_) {
    put(stream_, text.substr(0, width_of(stream_) - 1));
    line_shown_ = true;
  } else {
    put(stream_, text + "\n");
  }
  std::fflush(stream_);
}

void TerminalProgress::message(const std::string& text) {
  erase_line();
  put(stream_, fmt::format("warpmark: {}\n", text));
  std::fflush(stream_);
}

std::string TerminalProgress::line(const Position& position) const {
  const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start_);
  std::string left;
  if (const std::size_t done = position.done - std::min(position.done, done_at_start_); done > 0) {
    const double share = static_cast<double>(position.total - position.done) / static_cast<double>(done);
    const auto estimate = std::chrono::seconds(static_cast<long>(share * static_cast<double>(elapsed.count())));
    left = fmt::format(", {} left", clock_text(estimate));
    if (position.budget_left)
      left = fmt::format(", at most {} left", clock_text(std::min(estimate, *position.budget_left)));
  }
  return fmt::format("process {}/{}, {}/{} rows, {}{}  {}", position.process + 1, position.processes, position.done,
                     position.total, clock_text(elapsed), left, position.key);
}

void TerminalProgress::erase_line() {
  if (line_shown_) put(stream_, "\r\033[K");
  line_shown_ = false;
}

}  // namespace warpmark
