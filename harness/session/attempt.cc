#include "harness/session/attempt.h"

#include <csignal>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/run/protocol.h"
#include "harness/session/interrupt.h"
#include "harness/session/rows_file.h"
#include "harness/session/temp_dir.h"

namespace warpmark {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds poll_every{50};         // rows take about 30 ms; the poll must not disturb them
constexpr milliseconds hang_grace{3000};       // from SIGTERM to SIGKILL
constexpr milliseconds interrupt_grace{5000};  // a row in flight may take seconds to notice

/// Ctrl-C: lets the program finish its file, unless the user asks a second time.
ExitStatus stop_politely(ChildProcess& child) {
  child.send(SIGINT);
  const auto deadline = steady_clock::now() + interrupt_grace;
  while (interrupt::count() < 2 && steady_clock::now() < deadline) {
    if (const auto status = child.wait_for(poll_every)) return *status;
  }
  return child.stop(SIGKILL, milliseconds(0));
}

void follow(ChildProcess& child, ProgressLog& log, milliseconds row_timeout, const OnRow& on_row, Attempt& result) {
  auto alive = steady_clock::now();
  while (true) {
    const auto status = child.wait_for(poll_every);
    if (log.advance()) alive = steady_clock::now();
    on_row(log.latest(), log.begun(), child.group());
    if (status) {
      result.status = *status;
      return;
    }
    if (interrupt::requested()) {
      result.interrupted = true;
      result.status = stop_politely(child);
      return;
    }
    if (steady_clock::now() - alive > row_timeout) {
      result.hung = true;
      result.status = child.stop(SIGTERM, hang_grace);
      return;
    }
  }
}

/// The file of an orderly end, or else the one that was complete at any moment before.
void read_part(const std::filesystem::path& out, Attempt& result) {
  const std::filesystem::path part = out.string() + protocol::partial_suffix;
  const auto& file = std::filesystem::exists(out) ? out : part;
  if (!std::filesystem::exists(file)) {
    result.why_no_part = "it wrote no results";
    return;
  }
  try {
    result.part = read_run(file);
  } catch (const InputError& error) {
    result.why_no_part = error.what();
  }
}

}  // namespace

Attempt attempt(const BenchProgram& bench, const std::vector<std::string>& keys, milliseconds row_timeout,
                const OnRow& on_row) {
  const TempDir dir;
  const auto rows = dir.path() / "rows.txt";
  const auto out = dir.path() / "out.json";
  const auto progress = dir.path() / "progress.log";
  write_rows_file(rows, keys);

  std::vector<std::string> argv = {bench.path, protocol::rows_flag + rows.string(), protocol::out_flag + out.string(),
                                   protocol::progress_flag + progress.string()};
  argv.insert(argv.end(), bench.args.begin(), bench.args.end());

  Attempt result;
  constexpr std::size_t output_limit = 64 * 1024;  // of what it prints, for messages
  ChildProcess child(argv, output_limit, {}, bench.environment);
  ProgressLog log(progress);
  follow(child, log, row_timeout, on_row, result);
  log.advance();
  result.last_begun = log.latest();
  result.output = child.err().empty() ? child.out() : child.err();
  read_part(out, result);
  return result;
}

}  // namespace warpmark
