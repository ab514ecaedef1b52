#include "harness/run/entry_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_set>

#include "harness/run/input_error.h"

namespace warpmark {
namespace {

using Json = EntryReader::Json;

constexpr const char* measure_again = "write the file again with --benchmark_out";

/// Google Benchmark's own fields: any other number in an entry is a counter.
const std::unordered_set<std::string_view> own_fields = {"name",
                                                         "family_index",
                                                         "per_family_instance_index",
                                                         "run_name",
                                                         "run_type",
                                                         "aggregate_name",
                                                         "aggregate_unit",
                                                         "repetitions",
                                                         "repetition_index",
                                                         "threads",
                                                         "iterations",
                                                         "real_time",
                                                         "cpu_time",
                                                         "time_unit",
                                                         "label",
                                                         "error_occurred",
                                                         "error_message",
                                                         "skipped",
                                                         "skip_message",
                                                         "real_coefficient",
                                                         "cpu_coefficient",
                                                         "big_o",
                                                         "rms"};

const Json* find(const Json& entry, const char* field) {
  const auto found = entry.find(field);
  return found == entry.end() ? nullptr : &*found;
}

std::string text_or(const Json& entry, const char* field, std::string otherwise) {
  const Json* value = find(entry, field);
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::move(otherwise);
}

int whole_or(const Json& entry, const char* field, int otherwise) {
  const Json* value = find(entry, field);
  return value != nullptr && value->is_number_integer() ? value->get<int>() : otherwise;
}

bool is_set(const Json& entry, const char* field) {
  const Json* value = find(entry, field);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

/// How many of `unit` are a second, or 0 if it is none that Google Benchmark writes. A division by a power of ten is
/// exact where a multiplication by its inverse is not.
double units_per_second(std::string_view unit) {
  if (unit == "ns") return 1e9;
  if (unit == "us" || unit == "\u00b5s" || unit == "\u03bcs") return 1e6;
  if (unit == "ms") return 1e3;
  return unit == "s" ? 1 : 0;
}

double to_us(double time, double per_second) {
  return per_second >= 1e6 ? time / (per_second / 1e6) : time * (1e6 / per_second);
}

bool is_fit(const Json& entry, const std::string& aggregate) {
  return aggregate == "BigO" || aggregate == "RMS" || entry.contains("big_o") || entry.contains("rms");
}

}  // namespace

void EntryReader::take(const Json& entry) {
  ++entries_;
  const std::string name = entry.is_object() ? text_or(entry, "name", "") : "";
  if (name.empty())
    throw InputError(file_, fmt::format("entry {} of `benchmarks` has no name", entries_), measure_again);

  const std::string aggregate = text_or(entry, "aggregate_name", "");
  const std::string type = text_or(entry, "run_type", aggregate.empty() ? "iteration" : "aggregate");
  if (is_fit(entry, aggregate)) {
    ++fits_;
  } else if (type == "aggregate") {
    take_aggregate(entry, name);
  } else if (type == "iteration") {
    rows_.push_back(read_row(entry, name, text_or(entry, "run_name", name)));
  } else {
    fail(name, fmt::format("run_type `{}` is not known", type), "use a newer warpmark");
  }
}

void EntryReader::take_aggregate(const Json& entry, const std::string& name) {
  const std::string aggregate = text_or(entry, "aggregate_name", "");
  std::string run_name = text_or(entry, "run_name", name);
  if (run_name == name && name.ends_with("_" + aggregate)) run_name.resize(name.size() - aggregate.size() - 1);

  const auto [slot, is_first] = aggregate_of_key_.try_emplace(key_of(run_name), aggregates_.size());
  if (is_first) {
    Row row;
    row.key = slot->first;
    row.name = run_name;
    row.error = "the file holds only aggregates of it, and no median";
    aggregates_.push_back(std::move(row));
  }
  if (aggregate != "median") return;
  Row row = read_row(entry, run_name, run_name);
  row.is_aggregate_fallback = true;
  aggregates_[slot->second] = std::move(row);
}

Row EntryReader::read_row(const Json& entry, const std::string& name, const std::string& run_name) {
  Row row;
  row.key = key_of(run_name);
  row.name = name;
  row.label = text_or(entry, "label", "");
  row.repetition = whole_or(entry, "repetition_index", 0);
  row.repetitions = whole_or(entry, "repetitions", 1);
  row.threads = whole_or(entry, "threads", 1);
  note_suffixes(row, run_name);
  // Our skipped rows also say error_occurred, for readers that know only that: so `skipped` is asked first.
  if (is_set(entry, "skipped"))
    row.skipped = text_or(entry, "skip_message", "no reason given");
  else if (is_set(entry, "error_occurred"))
    row.error = text_or(entry, "error_message", "no message given");
  else
    read_time(entry, row);
  for (const auto& [field, value] : entry.items())
    if (!own_fields.contains(field)) read_field(field, value, row);
  return row;
}

void EntryReader::read_time(const Json& entry, Row& row) const {
  const Json* time = find(entry, "real_time");
  if (time == nullptr) fail(row.name, "has no real_time", measure_again);
  if (!time->is_number() && !time->is_null()) fail(row.name, "real_time is not a number", measure_again);
  const std::string unit = text_or(entry, "time_unit", "");
  const double per_second = units_per_second(unit);
  if (per_second == 0)
    fail(row.name, fmt::format("time_unit `{}` is not known", unit), "write times in ns, us, ms or s");

  const double time_us = time->is_null() ? NAN : to_us(time->get<double>(), per_second);
  if (!std::isfinite(time_us))
    row.error = "real_time is not a finite number";
  else if (time_us <= 0)
    row.error = fmt::format("real_time is {}, which no measurement takes", time->get<double>());
  else
    row.time_us = time_us;
}

// A counter of a plain file may be called like a field of ours; Google Benchmark writes counters as floating point, so
// the type tells them apart.
void EntryReader::read_field(const std::string& field, const Json& value, Row& row) {
  if (field == "process" && value.is_number_integer()) {
    row.process = value.get<int>();
  } else if (field == "params" && value.is_object()) {
    for (const auto& [axis, setting] : value.items()) row.params[axis] = setting;
  } else if (field == "kernels" && value.is_array()) {
    for (const Json& kernel : value) {
      if (!kernel.is_string()) fail(row.name, "`kernels` holds something that is not a name", measure_again);
      row.kernels.push_back(kernel.get<std::string>());
    }
  } else if (value.is_null()) {
    note(row.key, fmt::format("counter {} is not a finite number: left out", field));
  } else if (value.is_number()) {
    row.counters[field] = value.get<double>();
  }
}

void EntryReader::note_suffixes(const Row& row, const std::string& run_name) {
  constexpr std::string_view manual = "/manual_time";
  const std::string_view named = run_name;
  if (named != row.key && !(named.ends_with(manual) && named.substr(0, named.size() - manual.size()) == row.key))
    note(row.key, fmt::format("named {} in the file", run_name));
  const std::string& first = name_of_key_.try_emplace(row.key, run_name).first->second;
  if (first != run_name) note(row.key, fmt::format("{} and {} are taken as one benchmark", first, run_name));
}

void EntryReader::finish(Run& run) {
  std::unordered_set<std::string_view> measured;
  for (const Row& row : rows_) measured.insert(row.key);
  std::vector<Row> fallbacks;
  for (Row& row : aggregates_)
    if (!measured.contains(row.key)) fallbacks.push_back(std::move(row));
  run.rows = std::move(rows_);
  run.rows.insert(run.rows.end(), std::make_move_iterator(fallbacks.begin()), std::make_move_iterator(fallbacks.end()));
  if (fits_ > 0) note("file", fmt::format("{} BigO and RMS entries ignored: they hold no time", fits_));
  run.notes = std::move(notes_);
}

void EntryReader::note(const std::string& where, const std::string& text) {
  if (noted_.emplace(where, text).second) notes_.push_back({where, text});
}

void EntryReader::fail(const std::string& name, const std::string& what, const std::string& remedy) const {
  throw InputError(fmt::format("{}: benchmark `{}`", file_, name), what, remedy);
}

}  // namespace warpmark
