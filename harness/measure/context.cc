#include "harness/measure/context.h"

#include <benchmark/benchmark.h>
#include <fmt/chrono.h>
#include <unistd.h>

#include <fstream>
#include <type_traits>

#include "harness/measure/build_facts.h"
#include "harness/measure/cuda_error.h"
#include "harness/run/json_file.h"
#include "harness/run/revision.h"

namespace warpmark {

namespace {

std::string local_time() {
  const std::time_t now = std::time(nullptr);
  const std::tm local = fmt::localtime(now);
  const std::string offset = fmt::format("{:%z}", local);  // +0000, where ISO 8601 wants +00:00
  return fmt::format("{:%FT%T}{}:{}", local, offset.substr(0, 3), offset.substr(3));
}

template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

/// Whether only administrators may read hardware counters; nothing where the driver does not say.
std::optional<bool> counters_restricted() {
  std::ifstream parameters("/proc/driver/nvidia/params");
  for (std::string line; std::getline(parameters, line);) {
    if (line.rfind("RmProfilingAdminOnly:", 0) == 0) return line.back() != '0' && geteuid() != 0;
  }
  return std::nullopt;
}

std::string supported_cuda() {
  int version = 0;
  cudaDriverGetVersion(&version);
  return cuda_version_text(version);
}

std::string driver_version(const Device& device) {
  if (std::string driver = device.nvml().driver(); !driver.empty()) return driver;
  return "CUDA " + supported_cuda();  // without NVML only the CUDA version it serves is known
}

std::string linked_cuda() {
  int version = 0;
  check_cuda(cudaRuntimeGetVersion(&version), "asking for the CUDA runtime's version");
  return cuda_version_text(version);
}

}  // namespace

RunFacts run_facts_of_host(const std::string& filter) {
  RunFacts facts;
  facts.cuda = linked_cuda();
  facts.compiler = device_compiler();
  facts.timer = "host";
  facts.commit = source_revision();
  facts.filter = filter;
  return facts;
}

RunFacts run_facts(const Device& device, const Timer& timer, const std::string& filter) {
  RunFacts facts = run_facts_of_host(filter);
  facts.gpu = device.facts();
  facts.driver = driver_version(device);
  facts.timer = timer.name();
  facts.clock_step_ns = timer.step_ns();
  return facts;
}

nlohmann::ordered_json context_json(const RunFacts& facts, const Device* device, const Options& options,
                                    const Shortcomings& lacks, const std::string& executable) {
  const benchmark::CPUInfo& cpu = benchmark::CPUInfo::Get();
  nlohmann::ordered_json context;
  context["date"] = local_time();
  context["host_name"] = benchmark::SystemInfo::Get().name;
  context["executable"] = executable;
  context["num_cpus"] = cpu.num_cpus;
  context["mhz_per_cpu"] = static_cast<long>(cpu.cycles_per_second / 1e6);
  context["cpu_scaling_enabled"] = cpu.scaling == benchmark::CPUInfo::ENABLED;
  context["caches"] = nlohmann::ordered_json::array();
  context["library_build_type"] = build_type() == "Debug" ? "debug" : "release";
  for (const auto& [key, value] : options.context) context[key] = value;

  nlohmann::ordered_json& ours = context["warpmark"] = to_json(facts);
  ours["centre"] = "interquartile mean";
  ours["precision"] = options.sampling.precision;
  if (!lacks.timer.empty()) ours["timer_reason"] = lacks.timer;
  if (!options.counters.empty()) ours["counters"] = options.counters_asked;
  if (!lacks.counters.empty()) ours["counters_reason"] = lacks.counters;
  ours["host_compiler"] = host_compiler();
  ours["build_type"] = build_type();
  ours["binary_build_id"] = binary_build_id();
  ours["other_processes"] = device != nullptr ? or_null(device->nvml().other_processes()) : nullptr;
  return context;
}

nlohmann::ordered_json info_json(const Device& device, const ChosenTimer& timer) {
  const Nvml& nvml = device.nvml();
  const CardState now = nvml.state();
  nlohmann::ordered_json info;
  info["warpmark"] = to_json(run_facts(device, *timer.timer, ""));
  nlohmann::ordered_json& state = info["state"];
  state["timer"] = timer.timer->name();
  state["timer_reason"] = timer.reason;
  state["other_processes"] = or_null(nvml.other_processes());
  state["persistence_mode"] = or_null(nvml.persistence_mode());
  state["clocks_locked"] = or_null(nvml.clocks_limited());
  state["sm_mhz_now"] = or_null(now.sm_mhz);
  state["memory_mhz_now"] = or_null(now.memory_mhz);
  state["throttle_reasons"] = now.slowdown ? nlohmann::ordered_json(slowdown_names(*now.slowdown)) : nullptr;
  state["temperature_c"] = or_null(now.temperature_c);
  state["power_w"] = or_null(now.power_w);
  state["counters_restricted"] = or_null(counters_restricted());
  state["driver_supports_cuda"] = supported_cuda();
  state["runtime_cuda"] = linked_cuda();
  state["nvml"] = nvml.available();
  return info;
}

}  // namespace warpmark
