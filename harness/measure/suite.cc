#include "harness/measure/suite.h"

#include <algorithm>
#include <stdexcept>

namespace warpmark {

namespace {

std::string value_text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

void Suite::add(std::string_view name, const Axes& axes, Calibrates calibrates, const Declare& declare) {
  Workload sizes(nullptr);
  declare(sizes);
  if (!sizes.has_launch()) throw std::logic_error(std::string(name) + " declares no launch");
  for (const auto& [l2, l2_text] : {std::pair{L2State::cold, "cold"}, std::pair{L2State::warm, "warm"}}) {
    SuiteRow row{std::string(name), axes, l2, declare, sizes.bytes_needed(), calibrates};
    row.params.emplace_back("l2", l2_text);
    for (const auto& [axis, value] : row.params) row.key += '/' + axis + ':' + value_text(value);
    const auto same_key = [&](const SuiteRow& other) { return other.key == row.key; };
    if (std::any_of(rows_.begin(), rows_.end(), same_key))
      throw std::logic_error("two benchmarks are named " + row.key);
    rows_.push_back(std::move(row));
  }
}

std::size_t Suite::arena_bytes(std::size_t limit_bytes) const {
  std::size_t most = 0;
  for (const SuiteRow& row : rows_) {
    if (row.bytes_needed <= limit_bytes) most = std::max(most, row.bytes_needed);
  }
  return most;
}

}  // namespace warpmark
