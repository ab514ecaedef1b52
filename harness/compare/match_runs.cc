#include "harness/compare/match_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>

#include "harness/compare/interleaved.h"
#include "harness/compare/name.h"
#include "harness/gate/measured.h"
#include "harness/run/input_error.h"

namespace warpmark::compare {
namespace {

/// Why `measured` has no time; empty where it has.
std::string failure(const Measured& measured, const std::string& side) {
  if (const auto skipped = measured.skipped()) return fmt::format("skipped in {}: {}", side, *skipped);
  if (const auto error = measured.error()) return fmt::format("failed in {}: {}", side, *error);
  return "";
}

std::string doubt_of(const Measured& before, const Measured& after) {
  if (before.throttled_rows() + after.throttled_rows() > 0) return "clocks were held back";
  if (before.only_aggregates() || after.only_aggregates()) return "a file holds only aggregates of it";
  return "";
}

bool hashes_differ(const Measured& before, const Measured& after) {
  constexpr const char* hash = "gpu_output_hash";
  const auto ours = before.counter(hash);
  const auto theirs = after.counter(hash);
  if (ours.empty() || theirs.empty()) return false;
  const auto is_other = [&ours](double value) { return value != ours.front(); };
  return std::any_of(ours.begin(), ours.end(), is_other) || std::any_of(theirs.begin(), theirs.end(), is_other);
}

class Matcher {
 public:
  Matcher(std::string before, std::string after) {
    matched_.before = std::move(before);
    matched_.after = std::move(after);
  }

  /// Whether both sides have a time; if not it is listed why.
  bool usable(std::string_view key, const Measured& before, const Measured& after) {
    std::string why = failure(before, matched_.before);
    if (why.empty()) why = failure(after, matched_.after);
    if (!why.empty()) matched_.not_compared.push_back({std::string(key), why});
    return why.empty();
  }

  Match& add(std::string key, const Measured& before, const Measured& after) {
    Match match;
    match.key = std::move(key);
    match.label = before.label();
    match.doubt = doubt_of(before, after);
    match.results_differ = hashes_differ(before, after);
    return matched_.matches.emplace_back(std::move(match));
  }

  void only_in(std::string_view key, const std::string& side) {
    matched_.not_compared.push_back({std::string(key), "only in " + side});
  }

  void add_notes_of(const Run& run) {
    for (const Note& note : run.notes) matched_.notes.push_back(note.where + ": " + note.text);
  }

  Matched& matched() { return matched_; }

 private:
  Matched matched_;
};

/// The times of the processes that measured both sides, or all where those are fewer than two.
void set_times(Observations& observed, const Measured& before, const Measured& after) {
  const auto ours = before.time_us_of_process();
  const auto theirs = after.time_us_of_process();
  const auto is_shared = [&theirs](const auto& value) { return theirs.contains(value.first); };
  observed.is_paired = std::count_if(ours.begin(), ours.end(), is_shared) > 1;
  for (const auto& [process, time_us] : ours)
    if (!observed.is_paired || theirs.contains(process)) observed.before_us.push_back(time_us);
  for (const auto& [process, time_us] : theirs)
    if (!observed.is_paired || ours.contains(process)) observed.after_us.push_back(time_us);
}

/// Their medians are noisier by as much as one side has fewer.
void note_repetitions(Matched& matched, const Run& before, const Run& after) {
  if (before.rows.empty() || after.rows.empty()) return;
  const int ours = before.rows.front().repetitions;
  const int theirs = after.rows.front().repetitions;
  if (ours != theirs)
    matched.notes.push_back(fmt::format("{} repetitions a process in {}, {} in {}: the median of a process is compared",
                                        ours, matched.before, theirs, matched.after));
}

}  // namespace

bool are_sides(const Components& components) {
  return components.before == before_component && components.after == after_component;
}

Components components_of(const std::string& text) {
  const auto refuse = [&text](const std::string& what) {
    throw InputError("--pair " + text, what, "name two components of the keys, such as arm:broken,arm:fixed");
  };
  const auto comma = text.find(',');
  if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos) refuse("is not two components");
  Components components{text.substr(0, comma), text.substr(comma + 1)};
  if (components.before.empty() || components.after.empty()) refuse("has an empty component");
  if (components.before == components.after) refuse("pairs every row with itself");
  if (text.find('/') != std::string::npos) refuse("holds a /, which separates components");
  const auto axis = [](const std::string& component) {
    const Name name = name_of(component);
    return name.axes.empty() ? std::string() : std::string(name.axes.front().first);
  };
  if (axis(components.before) != axis(components.after)) refuse("names two axes");
  return components;
}

Matched match_runs(const Run& before, const std::string& before_name, const Run& after, const std::string& after_name) {
  Matcher matcher(before_name, after_name);
  std::future<MeasuredRows> measuring = std::async(std::launch::async, [&after] { return MeasuredRows(after); });
  const MeasuredRows ours(before);
  const MeasuredRows theirs = measuring.get();
  const double clock_step_us = std::max(before.facts.clock_step_ns, after.facts.clock_step_ns) / 1000;
  matcher.matched().matches.reserve(ours.size());
  std::size_t place = 0;
  for (const auto& [key, measured] : ours.in_order()) {
    const Measured* other = theirs.find(key, place++);
    if (other == nullptr) {
      matcher.only_in(key, before_name);
    } else if (matcher.usable(key, measured, *other)) {
      Observations& observed = matcher.add(std::string(key), measured, *other).observed;
      observed.before_us = measured.process_times_us();
      observed.after_us = other->process_times_us();
      observed.clock_step_us = clock_step_us;
    }
  }
  place = 0;
  for (const auto& [key, measured] : theirs.in_order())
    if (ours.find(key, place++) == nullptr) matcher.only_in(key, after_name);
  matcher.add_notes_of(before);
  matcher.add_notes_of(after);
  note_repetitions(matcher.matched(), before, after);
  return std::move(matcher.matched());
}

Matched match_within(const Run& run, const std::string& name, const Components& components) {
  Matcher matcher(components.before, components.after);
  const MeasuredRows rows(run);
  int without = 0;
  for (const auto& [key, measured] : rows.in_order()) {
    if (const auto partner = with_component(key, components.after, components.before)) {
      if (rows.find(*partner) == nullptr) matcher.only_in(key, components.after);
      continue;
    }
    const auto partner = with_component(key, components.before, components.after);
    if (!partner) {
      ++without;
      continue;
    }
    const Measured* other = rows.find(*partner);
    if (other == nullptr) {
      matcher.only_in(key, components.before);
    } else if (matcher.usable(key, measured, *other)) {
      Observations& observed = matcher.add(*with_component(key, components.before, ""), measured, *other).observed;
      set_times(observed, measured, *other);
      // Two builds' rows have the ratios of their own pairs, which are not those of one another.
      if (!are_sides(components)) observed.interleaved = interleaved_ratios(measured, *other);
      observed.clock_step_us = run.facts.clock_step_ns / 1000;
    }
  }
  turn_interleaved(matcher.matched().matches);
  if (without > 0)
    matcher.matched().notes.push_back(fmt::format("{} of {} rows of {} have neither {} nor {}", without, rows.size(),
                                                  name, components.before, components.after));
  matcher.add_notes_of(run);
  return std::move(matcher.matched());
}

}  // namespace warpmark::compare
