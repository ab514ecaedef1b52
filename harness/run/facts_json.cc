#include "harness/run/facts_json.h"

#include <fmt/format.h>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/run/object.h"

namespace warpmark {
namespace {

using Json = nlohmann::ordered_json;

constexpr int facts_schema = 1;

/// Writes only what is known: a fact that is empty or 0 is absent.
template <class T>
void write(Json& into, const char* field, const T& value) {
  if (value != T{}) into[field] = value;
}

Json gpu_json(const GpuFacts& gpu) {
  Json json = Json::object();
  write(json, "name", gpu.name);
  write(json, "uuid", gpu.uuid);
  write(json, "arch", gpu.arch);
  write(json, "sm_count", gpu.sm_count);
  write(json, "memory_gib", gpu.memory_gib);
  write(json, "l2_mib", gpu.l2_mib);
  write(json, "bus_bits", gpu.bus_bits);
  write(json, "memory_mhz", gpu.memory_mhz);
  write(json, "sm_mhz", gpu.sm_mhz);
  Json peaks = Json::object();
  write(peaks, "datasheet", gpu.peak_gbps_datasheet);
  write(peaks, "driver", gpu.peak_gbps_driver);
  if (!peaks.empty()) json["peak_gbps"] = peaks;
  if (gpu.ecc) json["ecc"] = *gpu.ecc;
  write(json, "mig", gpu.mig);
  write(json, "power_limit_w", gpu.power_limit_w);
  return json;
}

}  // namespace

RunFacts facts_of(const Json& warpmark, const std::string& file) {
  const Object object(warpmark, file + ": context.warpmark");
  int version = 0;
  object.read("schema", version);
  if (version != facts_schema)
    throw InputError(file + ": context.warpmark.schema",
                     fmt::format("is {}, and this warpmark knows only {}: the tool is too old", version, facts_schema),
                     "use the warpmark that was built with the benchmark program");
  RunFacts facts;
  const Object gpu = object.member("gpu");
  gpu.read("name", facts.gpu.name);
  gpu.read("uuid", facts.gpu.uuid);
  gpu.read("arch", facts.gpu.arch);
  gpu.read("sm_count", facts.gpu.sm_count);
  gpu.read("memory_gib", facts.gpu.memory_gib);
  gpu.read("l2_mib", facts.gpu.l2_mib);
  gpu.read("bus_bits", facts.gpu.bus_bits);
  gpu.read("memory_mhz", facts.gpu.memory_mhz);
  gpu.read("sm_mhz", facts.gpu.sm_mhz);
  const Object peaks = gpu.member("peak_gbps");
  peaks.read("datasheet", facts.gpu.peak_gbps_datasheet);
  peaks.read("driver", facts.gpu.peak_gbps_driver);
  gpu.read("ecc", facts.gpu.ecc);
  gpu.read("mig", facts.gpu.mig);
  gpu.read("power_limit_w", facts.gpu.power_limit_w);
  object.read("driver", facts.driver);
  object.read("cuda", facts.cuda);
  object.read("compiler", facts.compiler);
  object.read("timer", facts.timer);
  object.read("clock_step_ns", facts.clock_step_ns);
  object.read("commit", facts.commit);
  object.read("filter", facts.filter);
  return facts;
}

Json to_json(const RunFacts& facts) {
  Json json = {{"schema", facts_schema}, {"gpu", gpu_json(facts.gpu)}};
  write(json, "driver", facts.driver);
  write(json, "cuda", facts.cuda);
  write(json, "compiler", facts.compiler);
  write(json, "timer", facts.timer);
  write(json, "clock_step_ns", facts.clock_step_ns);
  write(json, "commit", facts.commit);
  write(json, "filter", facts.filter);
  return json;
}

}  // namespace warpmark
