#include "harness/measure/profile.h"

#include <cuda_profiler_api.h>
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "harness/measure/cuda_error.h"
#include "harness/measure/tool_in_charge.h"
#include "harness/measure/watch_call.h"

namespace warpmark {

namespace {

struct ProfileDriver {
  const Workload& workload;
  RowStage& stage;

  void reset_persisting() { L2Flush::reset_persisting(); }
  void flush_l2() { stage.l2_flush().flush(stage.device().stream()); }
  void launch(std::size_t) { workload.run(stage.device().stream()); }
  void wait() { check_cuda(cudaStreamSynchronize(stage.device().stream()), "running the workload"); }
  void start() {}
  bool stop() { return true; }
  void enter(std::size_t) { check_cuda(cudaProfilerStart(), "starting the profiler"); }
  void leave() { check_cuda(cudaProfilerStop(), "stopping the profiler"); }
};

void say(const std::string& line) {
  fmt::print("{}\n", line);
  static_cast<void>(std::fflush(stdout));  // in order with what the profiler prints
}

}  // namespace

void profile_row(RowStage& stage, const SuiteRow& row) {
  const Workload workload = stage.place(row).front();
  stage.prepare(workload);
  ProfileDriver driver{workload, stage};
  watch_calls(driver, {before(row.l2)});
  workload.check_outputs();
}

int profile_rows(RowStage& stage, const std::vector<const SuiteRow*>& rows,
                 const std::function<void()>& check_interrupt) {
  const std::string tool = tool_in_charge();
  say(tool.empty() ? "no profiler is attached: `warpmark doctor --ncu NAME` prints a command line that attaches one"
                   : "one call of each row between cudaProfilerStart and cudaProfilerStop, for " + tool);
  int failed = 0;
  for (const SuiteRow* row : rows) {
    check_interrupt();
    if (row->timed_by != TimedBy::gpu) {
      say(row->key + "  skipped: it runs on the host");
      continue;
    }
    if (const auto obstacle = stage.obstacle(*row)) {
      say(fmt::format("{}  skipped: {}", row->key, *obstacle));
      continue;
    }
    try {
      profile_row(stage, *row);
      say(row->key + "  one call");
    } catch (const std::exception& failure) {
      say(fmt::format("{}  ERROR {}", row->key, failure.what()));
      if (cuda_is_lost()) throw;
      ++failed;
    }
  }
  return failed;
}

}  // namespace warpmark
