#include "harness/run/entry_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>

#include "harness/run/input_error.h"
#include "harness/run/key_index.h"

namespace warpmark {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* measure_again = "write the file again with --benchmark_out";

/// How many of `unit` are a second, or 0 if it is none that Google Benchmark writes. A division by a power of ten is
/// exact where a multiplication by its inverse is not.
double units_per_second(std::string_view unit) {
  if (unit == "ns") return 1e9;
  if (unit == "us" || unit == "\u00b5s" || unit == "\u03bcs") return 1e6;
  if (unit == "ms") return 1e3;
  return unit == "s" ? 1 : 0;
}

/// Nothing where it is no number.
std::optional<double> number_of(const Entry::Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::nullopt;
}

bool is_null(const Entry::Value& value) { return std::holds_alternative<std::nullptr_t>(value); }

double to_us(double time, double per_second) {
  return per_second >= 1e6 ? time / (per_second / 1e6) : time * (1e6 / per_second);
}

}  // namespace

void EntryReader::take(const Entry& entry) {
  ++entries_;
  const std::string_view name = entry.text_or(Entry::name, "");
  if (name.empty())
    throw InputError(file_, fmt::format("entry {} of `benchmarks` has no name", entries_), measure_again);

  const std::string_view aggregate = entry.text_or(Entry::aggregate_name, "");
  const std::string_view type = entry.text_or(Entry::run_type, aggregate.empty() ? "iteration" : "aggregate");
  const bool is_fit = aggregate == "BigO" || aggregate == "RMS" || entry.find(Entry::big_o) != nullptr ||
                      entry.find(Entry::rms) != nullptr;
  if (is_fit) {
    ++fits_;
  } else if (type == "aggregate") {
    take_aggregate(entry, name);
  } else if (type == "iteration") {
    read_row(entry, name, entry.text_or(Entry::run_name, name), rows_.emplace_back());
  } else {
    fail(name, fmt::format("run_type `{}` is not known", type), "use a newer warpmark");
  }
}

void EntryReader::take_aggregate(const Entry& entry, std::string_view name) {
  const std::string_view aggregate = entry.text_or(Entry::aggregate_name, "");
  std::string_view run = entry.text_or(Entry::run_name, name);
  if (run == name && name.ends_with(fmt::format("_{}", aggregate))) run.remove_suffix(aggregate.size() + 1);

  const auto [slot, is_first] = aggregate_of_key_.try_emplace(key_of(run), aggregates_.size());
  if (is_first) {
    Row row;
    row.key = slot->first;
    row.name = run;
    row.error = "the file holds only aggregates of it, and no median";
    aggregates_.push_back(std::move(row));
  }
  if (aggregate != "median") return;
  Row& row = aggregates_[slot->second] = {};
  read_row(entry, run, run, row);
  row.is_aggregate_fallback = true;
}

void EntryReader::read_row(const Entry& entry, std::string_view name, std::string_view named, Row& row) {
  row.key = key_of(named);
  row.name = name;
  row.label = entry.text_or(Entry::label, "");
  row.repetition = entry.whole_or(Entry::repetition_index, 0);
  row.repetitions = entry.whole_or(Entry::repetitions, 1);
  row.threads = entry.whole_or(Entry::threads, 1);
  note_suffixes(row, named);
  // Our skipped rows also say error_occurred, for readers that know only that: so `skipped` is asked first.
  if (entry.is_set(Entry::skipped))
    row.skipped = entry.text_or(Entry::skip_message, "no reason given");
  else if (entry.is_set(Entry::error_occurred))
    row.error = entry.text_or(Entry::error_message, "no message given");
  else
    read_time(entry, row);
  row.counters.reserve(entry.others().size());
  for (const Entry::Place* other : entry.others()) read_field(other->name, other->value, row);
}

void EntryReader::read_time(const Entry& entry, Row& row) const {
  const Entry::Value* value = entry.find(Entry::real_time);
  if (value == nullptr) fail(row.name, "has no real_time", measure_again);
  if (!is_null(*value) && !number_of(*value)) fail(row.name, "real_time is not a number", measure_again);
  const std::string_view unit = entry.text_or(Entry::time_unit, "");
  const double per_second = units_per_second(unit);
  if (per_second == 0)
    fail(row.name, fmt::format("time_unit `{}` is not known", unit), "write times in ns, us, ms or s");

  const double time = number_of(*value).value_or(NAN);
  const double time_us = to_us(time, per_second);
  if (!std::isfinite(time_us))
    row.error = "real_time is not a finite number";
  else if (time_us <= 0)
    row.error = fmt::format("real_time is {}, which no measurement takes", time);
  else
    row.time_us = time_us;
}

// A counter of a plain file may be called like a field of ours; Google Benchmark writes counters as floating point, so
// the type tells them apart.
void EntryReader::read_field(const std::string& field, const Entry::Value& value, Row& row) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  const auto* text = std::get_if<std::string>(&value);
  const auto* json = std::get_if<Json>(&value);
  if (field == "process" && whole != nullptr) {
    row.process = static_cast<int>(*whole);
  } else if (field == "timer" && text != nullptr) {
    row.timer = *text;
  } else if (field == "params" && json != nullptr && json->is_object()) {
    for (const auto& [axis, setting] : json->items()) row.params[axis] = setting;
  } else if (field == "kernels" && json != nullptr && json->is_array()) {
    for (const Json& kernel : *json) {
      if (!kernel.is_string()) fail(row.name, "`kernels` holds something that is not a name", measure_again);
      row.kernels.push_back(kernel.get<std::string>());
    }
  } else if (is_null(value)) {
    note(row.key, fmt::format("counter {} is not a finite number: left out", field));
  } else if (const auto number = number_of(value)) {
    row.counters[field] = *number;
  }
}

void EntryReader::note_suffixes(const Row& row, std::string_view named) {
  constexpr std::string_view manual = "/manual_time";
  if (named != row.key && !(named.ends_with(manual) && named.substr(0, named.size() - manual.size()) == row.key))
    note(row.key, fmt::format("named {} in the file", named));
}

void EntryReader::finish(Run& run) {
  KeyIndex measured(rows_.size());
  std::vector<const Row*> first_of_key;
  for (const Row& row : rows_) {
    const std::size_t number = measured.add(row.key);
    if (number == first_of_key.size()) first_of_key.push_back(&row);
    const Row& first = *first_of_key[number];
    if (first.name != row.name)
      note(row.key, fmt::format("{} and {} are taken as one benchmark", first.name, row.name));
  }
  std::vector<Row> fallbacks;
  for (Row& row : aggregates_)
    if (!measured.find(row.key)) fallbacks.push_back(std::move(row));
  run.rows = std::move(rows_);
  run.rows.insert(run.rows.end(), std::make_move_iterator(fallbacks.begin()), std::make_move_iterator(fallbacks.end()));
  if (fits_ > 0) note("file", fmt::format("{} BigO and RMS entries ignored: they hold no time", fits_));
  run.notes = std::move(notes_);
}

void EntryReader::note(const std::string& where, const std::string& text) {
  if (noted_.emplace(where, text).second) notes_.push_back({where, text});
}

void EntryReader::fail(std::string_view name, const std::string& what, const std::string& remedy) const {
  throw InputError(fmt::format("{}: benchmark `{}`", file_, name), what, remedy);
}

}  // namespace warpmark
