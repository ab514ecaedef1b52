#include <cmath>

#include "harness/run/code_json.h"
#include "harness/run/json_file.h"
#include "harness/run/text_file.h"

namespace warpmark {
namespace {

using Json = nlohmann::ordered_json;

/// A name that is not UTF-8 must not cost the whole file.
std::string dumped(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json context_of(const Run& run) {
  Json context = run.context.is_object() ? run.context : Json::object();
  const Json facts = to_json(run.facts);
  if (!context.contains("warpmark") && facts == to_json(RunFacts{})) return context;  // a plain file stays plain
  context["warpmark"].update(facts, true);
  if (!run.code.kernels.empty()) context["warpmark"]["code"] = to_json(run.code);
  return context;
}

}  // namespace

Json to_json(const Row& row) {
  const bool has_time = std::isfinite(row.time_us);
  const std::string error = row.error.value_or(has_time ? "" : "the time is not a finite number");
  const double time_us = row.error || row.skipped || !has_time ? 0.0 : row.time_us;

  Json json = {{"name", row.is_aggregate_fallback ? row.name + "_median" : row.name},
               {"run_name", row.name},
               {"run_type", row.is_aggregate_fallback ? "aggregate" : "iteration"},
               {"repetitions", row.repetitions},
               {"repetition_index", row.repetition},
               {"threads", row.threads}};
  if (row.is_aggregate_fallback) json["aggregate_name"] = "median";
  // Readers that know only error_occurred must not take a skipped row's 0 for a time.
  if (row.skipped || row.error || !has_time) {
    json["error_occurred"] = true;
    json["error_message"] = row.skipped.value_or(error);
  }
  if (row.skipped) {
    json["skipped"] = true;
    json["skip_message"] = *row.skipped;
  }
  json["iterations"] = 1;
  json["real_time"] = time_us;
  json["cpu_time"] = time_us;
  json["time_unit"] = "us";
  for (const auto& [name, value] : row.counters)
    if (std::isfinite(value)) json[name] = value;
  if (!row.label.empty()) json["label"] = row.label;
  if (!row.timer.empty()) json["timer"] = row.timer;
  json["process"] = row.process;
  if (!row.params.empty()) json["params"] = row.params;
  if (!row.kernels.empty()) json["kernels"] = row.kernels;
  return json;
}

void write_run(const Run& run, const std::filesystem::path& file) {
  std::string text = "{\n\"context\": " + dumped(context_of(run), 2) + ",\n\"benchmarks\": [";
  const char* separator = "\n";
  for (const Row& row : run.rows) {
    text.append(separator).append(dumped(to_json(row)));
    separator = ",\n";
  }
  text += "\n]\n}\n";
  replace_text(file, text);
}

}  // namespace warpmark
