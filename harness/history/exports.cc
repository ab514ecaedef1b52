#include "harness/history/exports.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace warpmark::history {
namespace {

using Json = nlohmann::ordered_json;

Json context_of(History& history, const Night& night) {
  Json context = history.context(night.id);
  const auto fill = [&](const char* field, Json value) {
    if (!context.contains(field)) context[field] = std::move(value);
  };
  fill("host_name", "");
  fill("executable", "");
  fill("num_cpus", 0);
  fill("mhz_per_cpu", 0);
  fill("cpu_scaling_enabled", false);
  fill("caches", Json::array());
  fill("library_build_type", "release");
  return context;
}

Json entry_of(const std::string& key, const Point& point, const Setup& setup) {
  const double time_us = point.time_us();
  Json entry = {{"name", key},
                {"run_name", key},
                {"run_type", "iteration"},
                {"repetitions", 1},
                {"repetition_index", 0},
                {"threads", 1},
                {"iterations", std::max<std::size_t>(point.times_us.size(), 1)},
                {"real_time", time_us},
                {"cpu_time", time_us},
                {"time_unit", "us"}};
  for (std::size_t i = 0; i < std::min(setup.counter_names.size(), point.counters.size()); ++i)
    if (std::isfinite(point.counters[i])) entry[setup.counter_names[i]] = point.counters[i];
  return entry;
}

/// RFC 4180: quoted where it must be.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string csv_line(const std::string& key, const Night& night, const Point& point) {
  const auto [low, high] = std::minmax_element(point.times_us.begin(), point.times_us.end());
  const bool has_baseline = point.judged && point.judged->has_comparable_baseline();
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", night.date, field(night.facts.commit),
                     field(night.facts.driver), field(night.facts.compiler), field(night.facts.gpu.uuid),
                     night.facts.gpu.sm_mhz, field(night.gpu), field(key), point.time_us(), *low, *high,
                     point.times_us.size(), point.judged ? point.judged->status : "",
                     has_baseline ? fmt::format("{}", point.judged->baseline_us) : "",
                     has_baseline ? fmt::format("{}", point.judged->tolerance) : "");
}

}  // namespace

Exported gbench_export(History& history, const Night& night, const std::function<bool(const std::string&)>& wanted) {
  std::map<std::int64_t, std::string> key_of;
  for (const auto& [key, id] : history.benchmarks()) key_of[id] = key;
  std::map<std::string, Json> entries;
  Exported exported;
  for (const Point& point : history.of_run(night.id)) {
    const std::string& key = key_of[point.benchmark];
    if (!wanted(key)) continue;
    if (point.times_us.empty()) {
      ++exported.left_out;
    } else {
      entries[key] = entry_of(key, point, history.setup(point.setup));
    }
  }
  exported.benchmarks = entries.size();
  exported.text = "{\n\"context\": " + context_of(history, night).dump(2) + ",\n\"benchmarks\": [";
  const char* separator = "\n";
  for (const auto& [key, entry] : entries) {
    exported.text.append(separator).append(entry.dump());
    separator = ",\n";
  }
  exported.text += "\n]\n}\n";
  return exported;
}

Exported csv_export(History& history, const std::vector<Night>& nights,
                    const std::function<bool(const std::string&)>& wanted) {
  std::unordered_map<std::int64_t, std::size_t> night_of_run;
  for (std::size_t i = 0; i < nights.size(); ++i) night_of_run[nights[i].id] = i;
  Exported exported;
  exported.text =
      "date,commit,driver,compiler,card,sm_mhz,gpu,benchmark,time_us,low_us,high_us,processes,verdict,baseline_us,"
      "tolerance\n";
  for (const auto& [key, id] : history.benchmarks()) {
    if (!wanted(key)) continue;
    std::map<std::size_t, std::string> lines;
    for (const Point& point : history.of_benchmark(id)) {
      const auto night = night_of_run.find(point.run);
      if (night == night_of_run.end()) continue;
      if (point.times_us.empty()) {
        ++exported.left_out;
      } else {
        lines[night->second] = csv_line(key, nights[night->second], point);
      }
    }
    if (!lines.empty()) ++exported.benchmarks;
    for (const auto& [night, line] : lines) exported.text += line;
  }
  return exported;
}

}  // namespace warpmark::history
