#include "harness/measure/context.h"

#include <benchmark/benchmark.h>
#include <fmt/chrono.h>

#include "harness/measure/build_facts.h"
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

std::string driver_version(const Device& device) {
  if (std::string driver = device.nvml().driver(); !driver.empty()) return driver;
  return "CUDA " + supported_cuda();  // without NVML only the CUDA version it serves is known
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
  const auto others = device != nullptr ? device->nvml().other_processes() : std::nullopt;
  ours["other_processes"] = others ? nlohmann::ordered_json(*others) : nullptr;
  return context;
}

}  // namespace warpmark
