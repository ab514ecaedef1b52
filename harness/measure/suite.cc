#include <fmt/format.h>
#include <warpmark/suite.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "harness/run/run.h"

namespace warpmark {

namespace {

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

void require_sound(const std::string& name, const Axes& axes) {
  if (!is_writable(name)) throw std::logic_error("a name that is empty, of several lines or no UTF-8: \"" + name + '"');
  std::set<std::string> seen = {"l2", "timer"};  // which are added to each name
  for (const auto& [axis, value] : axes) {
    if (!is_writable(axis))
      throw std::logic_error(name + " has an axis whose name is empty, of several lines or no UTF-8");
    if (!seen.insert(axis).second)
      throw std::logic_error(fmt::format("{} has an axis {} that it has already", name, axis));
    if (value.is_null() || (value.is_number_float() && !std::isfinite(value.get<double>())) ||
        (value.is_string() && value != "" && !is_writable(value.get<std::string>())))
      throw std::logic_error(fmt::format("{}: its axis {} has a value that no name can hold", name, axis));
  }
}

void make_pair(SuiteRow& first, SuiteRow& second) {
  if (first.partner || second.partner) throw std::logic_error(first.key + " would have two partners");
  if (first.bytes_needed != second.bytes_needed) {
    throw std::logic_error(first.key + " and " + second.key + " are a pair, but need different memory");
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
  } catch (const std::logic_error& failure) {
    throw DeclarationError(place, failure.what());
  }
}

void Suite::add_at(const std::string& place, std::string_view name, const Axes& axes, Calibrates calibrates,
                   const Declare& declare) {
  require_sound(std::string(name), axes);
  Workload sizes(nullptr);
  try {
    declare(sizes);
  } catch (const std::exception& failure) {
    throw std::logic_error(std::string(name) + ": its declaration failed: " + failure.what());
  } catch (...) {
    throw std::logic_error(std::string(name) + ": its declaration threw something that is no std::exception");
  }
  const bool on_host = sizes.has_host_call();
  if (on_host == sizes.has_launch()) {
    throw std::logic_error(std::string(name) + (on_host ? " declares a launch and a call on the host: one row has one"
                                                        : " declares no launch"));
  }
  if (on_host && sizes.bytes_needed() > 0) {
    throw std::logic_error(std::string(name) + " is a workload of the host: it has no buffers on the GPU");
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
    throw std::logic_error("two benchmarks are named " + row.key + there);
  }
  rows_.push_back(std::move(row));
}

void Suite::add_google_benchmark(std::string_view name) {
  SuiteRow row{key_of(name), {}, L2State::warm, {}, 0};
  if (is_timed_by_gpu(row.key)) {
    throw std::logic_error(row.key +
                           " is an ordinary benchmark, and named as those that the GPU times: name it otherwise");
  }
  row.timed_by = TimedBy::google_benchmark;
  row.benchmark_name = name;
  add_row(std::move(row));
}

void Suite::pair(std::string_view family, const std::string& axis, const nlohmann::json& first,
                 const nlohmann::json& second, const char* file, int line) {
  try {
    make_pairs(family, axis, first, second);
  } catch (const std::logic_error& failure) {
    throw DeclarationError(fmt::format("{}:{}", file, line), failure.what());
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
  if (!found_any) throw std::logic_error(std::string(family) + " has no pair along " + axis);
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
