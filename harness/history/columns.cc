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

namespace {

struct Stretch {
  std::size_t begin = 0;
  std::size_t count = 0;
};

/// Neighbours that are the same, as `same` says.
template <typename Values, typename Same>
std::vector<Stretch> stretches(const Values& values, Same same) {
  std::vector<Stretch> found;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (found.empty() || !same(values[found.back().begin], values[i])) found.push_back({i, 0});
    ++found.back().count;
  }
  return found;
}

template <typename Values, typename AsJson>
Json coded(const Values& values, const std::vector<Stretch>& stretches, AsJson as_json) {
  Json array = Json::array();
  if (2 * stretches.size() >= values.size()) {
    for (const auto& value : values) array.push_back(as_json(value));
    return array;
  }
  for (const Stretch& stretch : stretches) {
    array.push_back(as_json(values[stretch.begin]));
    array.push_back(stretch.count);
  }
  return {{"runs", std::move(array)}};
}

}  // namespace

Json column(const std::vector<Json>& values) {
  const auto found = stretches(values, [](const Json& a, const Json& b) { return a == b; });
  return coded(values, found, [](const Json& value) { return value; });
}

Json column(const std::vector<double>& values) {
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  return coded(values, stretches(values, same), shown);
}

}  // namespace warpmark::history
