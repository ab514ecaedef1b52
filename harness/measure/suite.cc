#include <warpmark/suite.h>

#include <algorithm>
#include <stdexcept>

namespace warpmark {

namespace {

std::string value_text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// How an axis shows in a key; never at its end, where l2 stands.
std::string axis_text(const std::string& axis, const nlohmann::json& value) {
  return '/' + axis + ':' + value_text(value);
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

void Suite::add(std::string_view name, const Axes& axes, Calibrates calibrates, const Declare& declare) {
  Workload sizes(nullptr);
  declare(sizes);
  if (!sizes.has_launch()) throw std::logic_error(std::string(name) + " declares no launch");
  for (const auto& [l2, l2_text] : {std::pair{L2State::cold, "cold"}, std::pair{L2State::warm, "warm"}}) {
    SuiteRow row{std::string(name), axes, l2, declare, sizes.bytes_needed(), calibrates};
    row.least_sm = sizes.least_sm();
    row.params.emplace_back("l2", l2_text);
    for (const auto& [axis, value] : row.params) row.key += axis_text(axis, value);
    const auto same_key = [&](const SuiteRow& other) { return other.key == row.key; };
    if (std::any_of(rows_.begin(), rows_.end(), same_key))
      throw std::logic_error("two benchmarks are named " + row.key);
    rows_.push_back(std::move(row));
  }
}

void Suite::pair(std::string_view family, const std::string& axis, const nlohmann::json& first,
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
