#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "harness/baseline/baseline.h"
#include "harness/baseline/calibration_yaml.h"
#include "harness/baseline/yaml_value.h"

namespace warpmark {
namespace {

using Fields = std::map<std::string, YamlValue>;

GpuFacts read_gpu(const YamlValue& value) {
  const Fields fields = value.fields({"name", "sm_count", "memory_gib"}, {"arch", "mig", "l2_mib", "peak_gbps"});
  GpuFacts gpu;
  gpu.name = fields.at("name").text();
  gpu.sm_count = fields.at("sm_count").whole_number();
  gpu.memory_gib = fields.at("memory_gib").whole_number();
  if_present(fields, "arch", [&](const YamlValue& v) { gpu.arch = v.text(); });
  if_present(fields, "mig", [&](const YamlValue& v) { gpu.mig = v.text(); });
  if_present(fields, "l2_mib", [&](const YamlValue& v) { gpu.l2_mib = v.whole_number(); });
  if_present(fields, "peak_gbps", [&](const YamlValue& v) {
    const Fields peaks = v.fields({}, {"datasheet", "driver"});
    if_present(peaks, "datasheet", [&](const YamlValue& peak) { gpu.peak_gbps_datasheet = peak.positive_number(); });
    if_present(peaks, "driver", [&](const YamlValue& peak) { gpu.peak_gbps_driver = peak.positive_number(); });
  });
  return gpu;
}

Session read_session(const std::string& id, const YamlValue& value) {
  const Fields fields = value.fields(
      {"date", "uuid", "timer"},
      {"driver", "cuda", "compiler", "commit", "clock_step_ns", "sm_mhz", "memory_mhz", "power_limit_w", "ecc"});
  Session session;
  session.id = id;
  session.date = fields.at("date").day();
  session.uuid = fields.at("uuid").text();
  session.timer = fields.at("timer").text();
  if_present(fields, "driver", [&](const YamlValue& v) { session.driver = v.text(); });
  if_present(fields, "cuda", [&](const YamlValue& v) { session.cuda = v.text(); });
  if_present(fields, "compiler", [&](const YamlValue& v) { session.compiler = v.text(); });
  if_present(fields, "commit", [&](const YamlValue& v) { session.commit = v.text(); });
  if_present(fields, "clock_step_ns", [&](const YamlValue& v) { session.clock_step_ns = v.positive_number(); });
  if_present(fields, "sm_mhz", [&](const YamlValue& v) { session.sm_mhz = v.whole_number(); });
  if_present(fields, "memory_mhz", [&](const YamlValue& v) { session.memory_mhz = v.whole_number(); });
  if_present(fields, "power_limit_w", [&](const YamlValue& v) { session.power_limit_w = v.positive_number(); });
  if_present(fields, "ecc", [&](const YamlValue& v) { session.ecc = v.boolean(); });
  return session;
}

std::uint64_t read_hash(const YamlValue& value) {
  const std::string text = value.text();
  std::uint64_t hash = 0;
  const char* end = text.data() + text.size();
  const bool has_prefix = text.starts_with("0x") && text.size() > 2;
  const auto result = std::from_chars(text.data() + (has_prefix ? 2 : 0), end, hash, 16);
  if (!has_prefix || result.ec != std::errc{} || result.ptr != end)
    value.fail(fmt::format("`{}` is not a hash", text), "write it as 0x5f3a90c1d2e4");
  return hash;
}

BaselineRow read_row(const YamlValue& value, const std::vector<Session>& sessions) {
  const Fields fields = value.fields({"time_us"}, {"kernels", "sass", "output_hash", "counters"});
  BaselineRow row;
  for (const auto& [id, times] : fields.at("time_us").members()) {
    if (std::none_of(sessions.begin(), sessions.end(), [&id = id](const Session& session) { return session.id == id; }))
      times.fail("is not one of the file's sessions", "declare it under `sessions`, or remove its times");
    for (const YamlValue& time : times.items()) row.time_us[id].push_back(time.positive_number());
    if (!row.time_us.contains(id)) times.fail("holds no times", "remove it");
  }
  if (row.time_us.empty()) fields.at("time_us").fail("holds no times", "remove the benchmark, or record it");
  if_present(fields, "kernels", [&](const YamlValue& v) {
    for (const YamlValue& kernel : v.items()) row.kernels.push_back(kernel.text());
  });
  if_present(fields, "sass", [&](const YamlValue& v) { row.sass = v.text(); });
  if_present(fields, "output_hash", [&](const YamlValue& v) { row.output_hash = read_hash(v); });
  if_present(fields, "counters", [&](const YamlValue& v) {
    for (const auto& [name, counter] : v.members()) row.counters[name] = counter.number();
  });
  return row;
}

}  // namespace

Baseline read_baseline(const std::filesystem::path& file) {
  const YamlValue root = YamlValue::load(file);
  const Fields fields = root.fields({"warpmark_baseline", "gpu", "sessions", "benchmarks"}, {"calibration"});
  fields.at("warpmark_baseline").require_schema(baseline_schema);
  Baseline baseline;
  baseline.file = file;
  baseline.gpu = read_gpu(fields.at("gpu"));
  if_present(fields, "calibration", [&](const YamlValue& v) { baseline.calibrations = read_calibrations(v); });
  for (const auto& [id, session] : fields.at("sessions").members())
    baseline.sessions.push_back(read_session(id, session));
  for (const auto& [key, row] : fields.at("benchmarks").members())
    baseline.rows.emplace(key, read_row(row, baseline.sessions));
  return baseline;
}

}  // namespace warpmark
