#include "harness/run/nvbench_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <variant>

#include "harness/run/input_error.h"

namespace warpmark {
namespace {

using Json = NvbenchReader::Json;

constexpr const char* cold_time = "nv/cold/time/gpu/mean";
constexpr const char* warm_time = "nv/batch/time/gpu/mean";
constexpr const char* cpu_time = "nv/cpu_only/time/cpu/mean";

const Json* find(const Json& object, const char* member) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(member);
  return found == object.end() ? nullptr : &*found;
}

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// Some versions of NVBench write numbers as strings.
std::optional<double> number_of(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const std::string text = value.get<std::string>();
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The `value` among a summary's `data`, where there is one.
std::optional<double> value_of(const Json& summary) {
  const Json* data = find(summary, "data");
  if (data == nullptr || !data->is_array()) return std::nullopt;
  for (const Json& field : *data) {
    const Json* name = find(field, "name");
    const Json* value = find(field, "value");
    if (name != nullptr && *name == "value" && value != nullptr) return number_of(*value);
  }
  return std::nullopt;
}

std::map<std::string, const Json*> summaries_of(const Json& state) {
  std::map<std::string, const Json*> by_tag;
  const Json* summaries = find(state, "summaries");
  if (summaries == nullptr || !summaries->is_array()) return by_tag;
  for (const Json& summary : *summaries)
    if (const Json* tag = find(summary, "tag")) by_tag[text_of(*tag)] = &summary;
  return by_tag;
}

/// "/Elements:1024/Type:I32", of the state's axes.
std::string axes_of(const Json& state) {
  std::string axes;
  const Json* values = find(state, "axis_values");
  if (values == nullptr || !values->is_array()) return axes;
  for (const Json& value : *values)
    if (const Json* name = find(value, "name"), *setting = find(value, "value"); name != nullptr && setting != nullptr)
      axes += fmt::format("/{}:{}", text_of(*name), text_of(*setting));
  return axes;
}

/// What is counted of the same launches as the time: "nv/cold/" of "nv/cold/time/gpu/mean".
std::string_view launches_of(std::string_view tag) { return tag.substr(0, tag.find('/', 3) + 1); }

template <class T>
void read(const Json& device, const char* member, T& into, double per_unit = 1) {
  if (const Json* value = find(device, member); value != nullptr && value->is_number())
    into = static_cast<T>(std::llround(value->get<double>() / per_unit));
}

GpuFacts facts_of(const Json& device) {
  constexpr double mib = 1024.0 * 1024.0;
  GpuFacts gpu;
  if (const Json* name = find(device, "name")) gpu.name = text_of(*name);
  int version = 0;
  read(device, "sm_version", version, 10);
  if (version > 0) gpu.arch = fmt::format("sm_{}", version);
  read(device, "number_of_sms", gpu.sm_count);
  read(device, "global_memory_size", gpu.memory_gib, 1024 * mib);
  read(device, "l2_cache_size", gpu.l2_mib, mib);
  if (const Json* ecc = find(device, "ecc_state"); ecc != nullptr && ecc->is_boolean()) gpu.ecc = ecc->get<bool>();
  return gpu;
}

}  // namespace

void NvbenchReader::take(const std::string& name, const Entry::Value& states) {
  if (name.empty()) fail("?", "has no name");
  if (std::holds_alternative<std::nullptr_t>(states)) return;  // of no axis values there are none
  const Json* list = std::get_if<Json>(&states);
  if (list == nullptr || !list->is_array()) fail(name, "`states` is not an array");
  for (const Json& state : *list) take_state(state, name);
}

void NvbenchReader::take_state(const Json& state, const std::string& name) {
  if (!state.is_object()) fail(name, "a state is not an object");
  std::string key = name + axes_of(state);
  if (const Json* device = find(state, "device"); device != nullptr && device->is_number_integer()) {
    used_.insert(device->get<int>());
    if (devices_.is_array() && devices_.size() > 1) key += fmt::format("/device:{}", device->get<int>());
  }
  if (const Json* skipped = find(state, "is_skipped"); skipped != nullptr && *skipped == true) {
    const Json* reason = find(state, "skip_reason");
    Row row;
    row.key = row.name = key;
    row.skipped = reason == nullptr || reason->is_null() ? "no reason given" : text_of(*reason);
    rows_.push_back(std::move(row));
    return;
  }
  const auto summaries = summaries_of(state);
  const std::size_t before = rows_.size();
  if (summaries.contains(cold_time)) rows_.push_back(row_of(key + "/l2:cold", summaries, cold_time));
  if (summaries.contains(warm_time)) rows_.push_back(row_of(key + "/l2:warm", summaries, warm_time));
  if (rows_.size() == before && summaries.contains(cpu_time)) rows_.push_back(row_of(key, summaries, cpu_time));
  if (rows_.size() > before) return;
  Row row;
  row.key = row.name = key;
  row.error = fmt::format("none of its {} summaries is {}", summaries.size(), cold_time);
  rows_.push_back(std::move(row));
}

Row NvbenchReader::row_of(const std::string& key, const std::map<std::string, const Json*>& summaries,
                          const char* tag) const {
  Row row;
  row.key = row.name = key;
  const auto seconds = value_of(*summaries.at(tag));
  if (!seconds || !std::isfinite(*seconds) || *seconds <= 0)
    row.error = fmt::format("{} is no time", tag);
  else
    row.time_us = *seconds * 1e6;
  const std::string launches(launches_of(tag));
  for (auto summary = summaries.lower_bound(launches);
       summary != summaries.end() && summary->first.starts_with(launches); ++summary) {
    const auto value = value_of(*summary->second);
    if (!value || !std::isfinite(*value)) continue;
    if (summary->first.ends_with("/stdev/relative") && summary->first.find("/gpu/") != std::string::npos)
      row.label = fmt::format("noise {:.2f} %", *value * 100);
    if (summary->first.find("/time/") == std::string::npos) row.counters[summary->first] = *value;
  }
  return row;
}

void NvbenchReader::finish(Run& run) {
  if (rows_.empty()) return;
  run.rows.insert(run.rows.end(), std::make_move_iterator(rows_.begin()), std::make_move_iterator(rows_.end()));
  run.facts.timer = "NVBench";
  if (used_.size() != 1 || !devices_.is_array()) return;
  for (const Json& device : devices_)
    if (const Json* id = find(device, "id"); id != nullptr && *id == *used_.begin()) run.facts.gpu = facts_of(device);
}

void NvbenchReader::fail(const std::string& name, const std::string& what) const {
  throw InputError(fmt::format("{}: NVBench's benchmark `{}`", file_, name), what, "write the file again with --json");
}

}  // namespace warpmark
