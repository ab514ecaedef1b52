#include <fmt/format.h>
#include <warpmark/suite.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "harness/measure/crash_note.h"
#include "harness/run/run.h"

namespace warpmark {

namespace {

/// What is wrong with a declaration, before it is known where that stands.
class Flaw : public std::logic_error {
 public:
  Flaw(const std::string& what, std::string remedy) : std::logic_error(what), remedy_(std::move(remedy)) {}
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

std::string value_text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// How an axis shows in a key; never at its end, where l2 stands.
std::string axis_text(const std::string& axis, const nlohmann::json& value) {
  return '/' + axis + ':' + value_text(value);
}

/// Names go into lists, a line each, and into JSON, which is UTF-8.
bool is_writable(const std::string& text) {
  const auto is_control = [](unsigned char c) { return c < ' ' || c == 0x7f; };
  if (text.empty() || std::any_of(text.begin(), text.end(), is_control)) return false;
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

/// Keys are read as family/kernel/axis:value/...
void require_one_part(const std::string& name, const std::string& text) {
  if (text.find('/') != std::string::npos)
    throw Flaw(fmt::format("{}: a / in {}, where names have it between their parts", name, text),
               "write it otherwise: 128x64 for 128/64");
}

void require_sound(const std::string& name, const Axes& axes) {
  if (!is_writable(name))
    throw Flaw("a name that is empty, of several lines or no UTF-8: \"" + name + '"', "name it family/kernel");
  std::set<std::string> seen = {"l2", "timer"};  // which are added to each name
  for (const auto& [axis, value] : axes) {
    if (!is_writable(axis))
      throw Flaw(name + " has an axis whose name is empty, of several lines or no UTF-8", "give the axis a name");
    if (!seen.insert(axis).second)
      throw Flaw(fmt::format("{} has an axis {} that it has already", name, axis),
                 axis == "l2" || axis == "timer" ? "name it otherwise: that one is added to every name"
                                                 : "leave one of the two out");
    if (value.is_null() || (value.is_number_float() && !std::isfinite(value.get<double>())) ||
        (value.is_string() && !is_writable(value.get<std::string>())))
      throw Flaw(fmt::format("{}: its axis {} has a value that no name can hold", name, axis),
                 "give it a number, or a word that is not empty, of one line");
    require_one_part(name, axis + ':' + value_text(value));
  }
}

/// What `declare` says of the workload.
Workload declared(const std::string& name, const std::string& place, const Declare& declare) {
  const CrashNote if_it_crashes(
      fmt::format("error: {}: {}: its declaration crashed\n  remedy: let only the launch touch a buffer, which is an "
                  "address that holds nothing while it is declared; data of your own is input<T>(count, value)\n",
                  place, name));
  constexpr const char* mend_it = "mend the declaration: nothing was measured";
  Workload sizes(Workload::nowhere());
  try {
    declare(sizes);
  } catch (const std::exception& failure) {
    throw Flaw(name + ": its declaration failed: " + failure.what(), mend_it);
  } catch (...) {
    throw Flaw(name + ": its declaration threw something that is no std::exception", mend_it);
  }
  return sizes;
}

void make_pair(SuiteRow& first, SuiteRow& second) {
  if (first.partner || second.partner) {
    throw Flaw((first.partner ? first : second).key + " would have two partners", "leave it out of one of its pairs");
  }
  if (first.bytes_needed != second.bytes_needed) {
    throw Flaw(first.key + " and " + second.key + " are a pair, but need different memory",
               "declare the same buffers in both, in the same order");
  }
  first.partner = {second.key, false};
  second.partner = {first.key, true};
}

}  // namespace

void Suite::add(std::string_view name, const Axes& axes, Calibrates calibrates, const Declare& declare,
                const char* file, int line) {
  const std::string place = fmt::format("{}:{}", file, line);
  try {
    add_at(place, name, axes, calibrates, declare);
  } catch (const Flaw& flaw) {
    throw DeclarationError(place, flaw.what(), flaw.remedy());
  }
}

void Suite::add_at(const std::string& place, std::string_view name, const Axes& axes, Calibrates calibrates,
                   const Declare& declare) {
  require_sound(std::string(name), axes);
  const Workload sizes = declared(std::string(name), place, declare);
  const bool on_host = sizes.has_host_call();
  if (on_host && sizes.has_launch()) {
    throw Flaw(std::string(name) + " declares a launch and a call on the host: one row has one",
               "add the call on the host under a name of its own");
  }
  if (!on_host && !sizes.has_launch())
    throw Flaw(std::string(name) + " declares no launch", "end the declaration with workload.launch(...)");
  if (on_host && sizes.bytes_needed() > 0) {
    throw Flaw(std::string(name) + " is a workload of the host: it has no buffers on the GPU",
               "let it use memory of the host, which a variable of its own may hold");
  }
  SuiteRow row{std::string(name), axes, L2State::warm, declare, sizes.bytes_needed(), calibrates};
  row.least_sm = sizes.least_sm();
  row.place = place;
  if (on_host) {
    row.timed_by = TimedBy::host;
    row.params.emplace_back("timer", "host");
    add_row(row);
    return;
  }
  for (const auto& [l2, l2_text] : {std::pair{L2State::cold, "cold"}, std::pair{L2State::warm, "warm"}}) {
    row.l2 = l2;
    row.params = axes;
    row.params.emplace_back("l2", l2_text);
    add_row(row);
  }
}

void Suite::add_row(SuiteRow row) {
  for (const auto& [axis, value] : row.params) row.key += axis_text(axis, value);
  if (row.benchmark_name.empty()) row.benchmark_name = row.key + "/manual_time";
  const auto same_key = [&](const SuiteRow& other) { return other.key == row.key; };
  if (const auto first = std::find_if(rows_.begin(), rows_.end(), same_key); first != rows_.end()) {
    const std::string there = first->place.empty() ? "" : ", the first at " + first->place;
    throw Flaw("two benchmarks are named " + row.key + there, "give one of them another name, or an axis that differs");
  }
  rows_.push_back(std::move(row));
}

void Suite::add_google_benchmark(std::string_view name) {
  SuiteRow row{key_of(name), {}, L2State::warm, {}, 0};
  if (is_timed_by_gpu(row.key)) {
    throw Flaw(row.key + " is an ordinary benchmark, and named as those that the GPU times", "name it otherwise");
  }
  row.timed_by = TimedBy::google_benchmark;
  row.benchmark_name = name;
  add_row(std::move(row));
}

void Suite::pair(std::string_view family, const std::string& axis, const nlohmann::json& first,
                 const nlohmann::json& second, const char* file, int line) {
  try {
    make_pairs(family, axis, first, second);
  } catch (const Flaw& flaw) {
    throw DeclarationError(fmt::format("{}:{}", file, line), flaw.what(), flaw.remedy());
  }
}

void Suite::make_pairs(std::string_view family, const std::string& axis, const nlohmann::json& first,
                       const nlohmann::json& second) {
  const std::string from = axis_text(axis, first) + '/';
  const std::string to = axis_text(axis, second) + '/';
  bool found_any = false;
  for (SuiteRow& row : rows_) {
    const std::size_t at = row.key.find(from);
    if (row.family() != family || at == std::string::npos) continue;
    std::string wanted = row.key;
    wanted.replace(at, from.size(), to);
    const auto has_wanted_key = [&](const SuiteRow& other) { return other.key == wanted; };
    const auto other = std::find_if(rows_.begin(), rows_.end(), has_wanted_key);
    if (other == rows_.end()) continue;
    make_pair(row, *other);
    found_any = true;
  }
  if (!found_any)
    throw Flaw(fmt::format("{} has no two rows that differ in {}:{} and {}:{} alone", family, axis, value_text(first),
                           axis, value_text(second)),
               "add both rows before suite.pair");
}

const SuiteRow* Suite::partner_of(const SuiteRow& row) const {
  if (!row.partner) return nullptr;
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [&](const SuiteRow& other) { return other.key == row.partner->key; });
  return found != rows_.end() ? &*found : nullptr;
}

std::size_t Suite::arena_bytes(std::size_t limit_bytes) const {
  std::size_t most = 0;
  for (const SuiteRow& row : rows_) {
    if (row.bytes_needed <= limit_bytes) most = std::max(most, row.bytes_needed);
  }
  return most;
}

}  // namespace warpmark
