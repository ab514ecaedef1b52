#include "harness/baseline/run_context.h"

#include <fmt/format.h>

#include "harness/baseline/day.h"

namespace warpmark {

InputError of_no_gpu(const RunFacts& facts, const std::string& where) {
  if (facts.timer == "host")
    return {where, "was measured on the host alone, and baselines are of GPU models",
            "warpmark compare holds two such runs against each other"};
  return {where, "does not say on which GPU it was measured", "measure with warpmark run"};
}

std::string day_of(const Run& run) {
  const auto date = run.context.is_object() ? run.context.find("date") : run.context.end();
  if (date == run.context.end() || !date->is_string()) return "";
  const std::string day = date->get<std::string>().substr(0, 10);
  return is_day(day) ? day : "";
}

std::string clock_set_back(const Run& run) {
  const nlohmann::ordered_json::json_pointer at("/warpmark/processes");
  if (!run.context.is_object() || !run.context.contains(at) || !run.context[at].is_array()) return "";
  std::string before;
  for (const auto& process : run.context[at]) {
    if (!process.is_object() || !process.contains("date") || !process["date"].is_string()) continue;
    const std::string date = process["date"].get<std::string>();
    constexpr std::size_t seconds = 19;  // up to them; what follows is the offset, and texts of two cannot be compared
    const bool is_comparable =
        date.size() >= seconds && before.size() >= seconds && date.substr(seconds) == before.substr(seconds);
    if (is_comparable && date < before)
      return fmt::format("a process began {}, and the one before it {}", date, before);
    before = date;
  }
  return "";
}

double other_processes(const Run& run) {
  const nlohmann::ordered_json::json_pointer at("/warpmark/other_processes");
  if (!run.context.is_object() || !run.context.contains(at)) return 0;
  const auto& value = run.context[at];
  return value.is_array() ? static_cast<double>(value.size()) : value.is_number() ? value.get<double>() : 0;
}

}  // namespace warpmark
