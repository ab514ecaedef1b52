#include "harness/measure/counters.h"

#include <cupti_result.h>

#include <algorithm>
#include <stdexcept>

#include "harness/measure/cuda_error.h"
#include "harness/measure/cupti_error.h"
#include "harness/measure/tool_in_charge.h"
#include "harness/measure/watch_call.h"
#include "harness/run/input_error.h"

namespace warpmark {

namespace {

struct CountDriver {
  std::span<const CountedCall> calls;
  RowStage& stage;
  RangeProfiler& profiler;
  const Workload*& launched_last;

  void reset_persisting() { L2Flush::reset_persisting(); }
  void flush_l2() { stage.l2_flush().flush(stage.device().stream()); }
  void launch(std::size_t call) {
    launched_last = calls[call].workload;
    launched_last->run(stage.device().stream());
  }
  void wait() { check_cuda(cudaStreamSynchronize(stage.device().stream()), "running the workload to count"); }
  void start() { profiler.start(); }
  bool stop() { return profiler.stop(); }
  void enter(std::size_t /*call*/) {}
  void leave() {}
};

}  // namespace

Counters::Counters(const std::vector<Counter>& plan, RowStage& stage)
    : stage_(stage),
      metrics_(current_chip()),
      sums_(plan, [this](const std::string& metric) { return metrics_.supports(metric); }) {
  metrics_.schedule(sums_.metrics());
  profiler_ = std::make_unique<RangeProfiler>(metrics_);

  Workload probe(Workload::nowhere());
  probe.launch([this](cudaStream_t stream) { stage_.l2_flush().flush(stream); });
  const CountedCall by_itself = {&probe, {0, Before::nothing}};
  const CountedCall flushed = {&probe, {0, Before::flush}};
  const std::size_t of_probe = watched({&by_itself, 1}).size();
  const std::size_t with_flush = watched({&flushed, 1}).size();
  if (of_probe == 0 || with_flush <= of_probe) throw std::runtime_error("the hardware counters saw no kernel");
  kernels_of_flush_ = with_flush - of_probe;
}

/// Every kernel of a pass, those before the calls among them.
std::vector<KernelValues> Counters::watched(std::span<const CountedCall> calls) {
  std::vector<Before> before;
  for (const CountedCall& call : calls) before.push_back(call.launched.before);
  profiler_->clear();
  CountDriver driver{calls, stage_, *profiler_, launched_last_};
  watch_calls(driver, before);
  return profiler_->values();
}

/// As many as fit into a pass. What came before the first one of them is not known to have been the same call.
std::vector<CountedCall> Counters::calls_of_a_pass(std::span<const CountedCall> left) const {
  std::vector<CountedCall> calls;
  std::size_t kernels = 0;
  for (CountedCall call : left) {
    if (calls.empty() && call.launched.before == Before::nothing) call.launched.before = Before::same_call;
    kernels += kernels_before(call.launched, kernels_of_flush_) + call.launched.kernels;
    if (!calls.empty() && kernels > RangeProfiler::most_kernels) break;
    calls.push_back(call);
  }
  return calls;
}

std::vector<CounterValues> Counters::count(const std::vector<CountedCall>& calls) {
  std::vector<CounterValues> counted;
  for (auto left = std::span(calls); !left.empty();) {
    const std::vector<CountedCall> pass = calls_of_a_pass(left);
    std::vector<LaunchedCall> launched;
    for (const CountedCall& call : pass) launched.push_back(call.launched);
    for (const auto& of_call : kernels_of_calls(watched(pass), launched, kernels_of_flush_))
      counted.push_back(sums_.of(of_call));
    left = left.subspan(pass.size());
  }
  return counted;
}

std::string counters_remedy(int cupti_result) {
  switch (cupti_result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
      return "run as root, or load the nvidia kernel module with NVreg_RestrictProfilingToAdminUsers=0 (a line "
             "\"options nvidia NVreg_RestrictProfilingToAdminUsers=0\" in /etc/modprobe.d, and a reboot); in a "
             "container, start it with --cap-add=SYS_ADMIN; on a virtual GPU, ask its administrator";
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
      return "another tool uses CUPTI in this process: run without the debugger or profiler";
    case CUPTI_ERROR_HARDWARE_BUSY:
      return "something else is counting on this GPU: end other profilers, or pause DCGM's (dcgmi profiling --pause; "
             "--resume afterwards)";
    default:
      return "";
  }
}

OpenedCounters open_counters(const std::vector<Counter>& plan, RowStage& stage) {
  if (plan.empty()) return {};
  if (const std::string tool = tool_in_charge(); !tool.empty()) {
    return {nullptr, "the process runs under " + tool + ", which holds the hardware's counters"};
  }
  std::string reason;
  try {
    auto counters = std::make_unique<Counters>(plan, stage);
    for (const std::string& name : counters->lacking()) reason += (reason.empty() ? "" : ", ") + name;
    if (!reason.empty()) reason = "this GPU does not have " + reason;
    return {std::move(counters), reason};
  } catch (const CuptiError& refusal) {
    const std::string remedy = counters_remedy(refusal.result());
    reason = refusal.what() + (remedy.empty() ? "" : "; " + remedy);
  } catch (const CudaError& failure) {
    if (cuda_is_lost()) throw;
    reason = failure.what();
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& failure) {
    reason = failure.what();
  }
  return {nullptr, reason};
}

}  // namespace warpmark
