#include "harness/session/tool_runner.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <thread>
#include <utility>

#include "harness/session/child_process.h"
#include "harness/session/interrupt.h"

namespace warpmark {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t output_limit = std::size_t{1} << 30;
constexpr milliseconds poll_every{100};  // how late Ctrl-C and time limits may be noticed

struct Running {
  std::size_t call;
  std::unique_ptr<ChildProcess> child;
  steady_clock::time_point deadline;
};

Running start(const codegen::ToolCall& call, std::size_t number, milliseconds timeout) {
  return {number, std::make_unique<ChildProcess>(call.argv, output_limit, call.folder), steady_clock::now() + timeout};
}

/// Whether it has ended, or was ended here; its answer is then complete.
bool has_ended(Running& running, codegen::ToolAnswer& answer) {
  auto status = running.child->wait_for(milliseconds(0));
  if (!status && steady_clock::now() > running.deadline) {
    status = running.child->stop(SIGKILL, milliseconds(0));
    answer.timed_out = true;
  }
  if (!status) return false;
  answer.exit_code = status->code;
  answer.signal = status->signal;
  answer.out = running.child->out();
  answer.err = running.child->err();
  return true;
}

}  // namespace

std::vector<codegen::ToolAnswer> run_tool_calls(const std::vector<codegen::ToolCall>& calls, const ToolLimits& limits) {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t at_once = limits.at_once > 0 ? limits.at_once : cores;
  std::vector<codegen::ToolAnswer> answers(calls.size());
  std::vector<Running> running;
  std::size_t next = 0;
  while (next < calls.size() || !running.empty()) {
    if (interrupt::requested()) throw Interrupted("interrupted while machine code was read; nothing was written");
    for (; next < calls.size() && running.size() < at_once; ++next)
      running.push_back(start(calls[next], next, limits.timeout));
    std::vector<ChildProcess*> children;
    for (const Running& one : running) children.push_back(one.child.get());
    ChildProcess::wait_for_any(children, poll_every);
    std::erase_if(running, [&](Running& one) { return has_ended(one, answers[one.call]); });
  }
  return answers;
}

}  // namespace warpmark
