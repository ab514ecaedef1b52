#include "harness/history/columns.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace warpmark::history {

using Json = nlohmann::ordered_json;

Json shown(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < 9e15) return static_cast<std::int64_t>(value);
  return std::strtod(fmt::format("{:.5g}", value).c_str(), nullptr);
}

Json column(std::vector<Json> values) {
  std::vector<std::pair<const Json*, int>> runs;
  for (const Json& value : values) {
    if (runs.empty() || *runs.back().first != value) runs.emplace_back(&value, 0);
    ++runs.back().second;
  }
  if (2 * runs.size() >= values.size()) return Json(std::move(values));
  Json coded = Json::array();
  for (const auto& [value, count] : runs) {
    coded.push_back(*value);
    coded.push_back(count);
  }
  return {{"runs", std::move(coded)}};
}

}  // namespace warpmark::history
