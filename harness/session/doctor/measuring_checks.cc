#include "harness/session/doctor/measuring_checks.h"

#include "fmt/format.h"
#include "harness/session/doctor/card_report.h"

namespace warpmark {
namespace {

using Level = Check::Level;

Check driver(const GpuInfo& info, const CardReport& state) {
  const auto supports = state.text("driver_supports_cuda");
  const auto runtime = state.text("runtime_cuda");
  const std::string name = info.facts.driver.empty() ? "present" : info.facts.driver;
  if (!supports || !runtime) return {Level::ok, "driver", name};
  const std::string finding = fmt::format("{}, supports CUDA {}; the program was built with {}", name, *supports,
                                          info.facts.compiler.empty() ? "CUDA " + *runtime : info.facts.compiler);
  // Minor versions of one major are compatible both ways.
  if (version_number(*supports) / 1000 >= version_number(*runtime) / 1000) return {Level::ok, "driver", finding};
  return {Level::fail, "driver", finding,
          "install a newer driver (nvidia-smi shows the present one), or build with an older CUDA toolkit"};
}

Check timer(const GpuInfo& info, const CardReport& state) {
  const std::string reason = state.text("timer_reason").value_or("");
  const std::string name = state.text("timer").value_or(info.facts.timer);
  if (name.empty()) return {Level::unknown, "timer", "not told"};
  std::string finding = reason.empty() ? name : fmt::format("{}: {}", name, reason);
  if (name == "event") {
    return {Level::warn, "timer", finding,
            "events contain launch latency: let no profiler or debugger start the program, and leave out "
            "--gpu_timer=event"};
  }
  if (info.facts.clock_step_ns > 0) finding += fmt::format(", a clock of {:.0f} ns steps", info.facts.clock_step_ns);
  return {Level::ok, "timer", finding};
}

/// Two answers: what the driver's settings say, and, where the program tried, what came of it. The trial decides.
Check counters(const CardReport& state) {
  const std::string permit =
      "echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' | sudo tee /etc/modprobe.d/nvidia-profiling.conf  "
      "# then reboot; in a container: --cap-add=SYS_ADMIN; times do not need it";
  if (const auto refused = state.text("counters_refused")) {
    if (refused->empty()) return {Level::ok, "hardware counters", "tried: they count"};
    const bool by_permission = refused->find("PRIVILEGES") != std::string::npos;
    return {Level::warn, "hardware counters", "tried, and refused: " + *refused,
            by_permission ? permit : "times do not need them; a red then has machine code, but no counts, for a cause"};
  }
  const auto restricted = state.truth("counters_restricted");
  if (!restricted) return {Level::unknown, "hardware counters", "not told"};
  if (!*restricted) return {Level::ok, "hardware counters", "permitted"};
  return {Level::warn, "hardware counters", "only for root", permit};
}

}  // namespace

std::vector<Check> measuring_checks(const GpuInfo& info) {
  const CardReport state(info.state);
  return {driver(info, state), timer(info, state), counters(state)};
}

}  // namespace warpmark
