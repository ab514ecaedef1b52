#include "harness/report/comparison_json.h"

namespace warpmark {
namespace {

using Json = nlohmann::ordered_json;

constexpr int comparison_schema = 1;

Json pair_json(const compare::Pair& pair) {
  Json json = {{"key", pair.key},
               {"workload", pair.workload},
               {"cache", pair.cache.empty() ? Json(nullptr) : Json(pair.cache)},
               {"label", pair.label},
               {"before_us", pair.estimate.before_us},
               {"after_us", pair.estimate.after_us},
               {"ratio", pair.estimate.ratio},
               {"interval", nullptr},
               {"p", nullptr},
               {"basis", pair.estimate.basis},
               {"verdict", to_string(pair.change)},
               {"reason", pair.reason},
               {"results_differ", pair.results_differ},
               {"control", pair.is_control},
               {"outside_noise", pair.is_outside_noise}};
  if (const auto& interval = pair.estimate.interval) {
    json["interval"] = {interval->low, interval->high};
    json["p"] = pair.estimate.p;
  }
  return json;
}

Json group_json(const compare::Group& group) {
  Json json = {{"group", group.name}, {"by_cache", Json::object()}};
  for (const auto& [cache, stats] : group.by_cache) {
    json["by_cache"][cache] = {{"n", stats.n},
                               {"median", stats.median},
                               {"best", stats.best},
                               {"worst", stats.worst},
                               {"before_total_us", stats.before_total_us},
                               {"after_total_us", stats.after_total_us},
                               {"slower", stats.slower},
                               {"faster", stats.faster},
                               {"outside_noise", stats.outside_noise}};
  }
  return json;
}

}  // namespace

Json comparison_json(const compare::Comparison& comparison, int exit_code) {
  Json json = {{"warpmark_comparison", comparison_schema},
               {"exit_code", exit_code},
               {"before", comparison.before},
               {"after", comparison.after},
               {"noise_floor", Json::object()},
               {"pairs", Json::array()},
               {"groups", Json::array()},
               {"not_compared", Json::array()},
               {"notes", comparison.notes}};
  for (const auto& [cache, floor] : comparison.noise_floor) json["noise_floor"][cache] = floor;
  for (const compare::Pair& pair : comparison.pairs) json["pairs"].push_back(pair_json(pair));
  for (const compare::Group& group : comparison.groups) json["groups"].push_back(group_json(group));
  json["all"] = group_json(comparison.all)["by_cache"];
  for (const compare::NotCompared& row : comparison.not_compared)
    json["not_compared"].push_back({{"key", row.key}, {"why", row.why}});
  return json;
}

}  // namespace warpmark
