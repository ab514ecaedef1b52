#include "harness/baseline/run_context.h"

#include "harness/baseline/day.h"

namespace warpmark {

std::string day_of(const Run& run) {
  const auto date = run.context.is_object() ? run.context.find("date") : run.context.end();
  if (date == run.context.end() || !date->is_string()) return "";
  const std::string day = date->get<std::string>().substr(0, 10);
  return is_day(day) ? day : "";
}

double other_processes(const Run& run) {
  const nlohmann::ordered_json::json_pointer at("/warpmark/other_processes");
  if (!run.context.is_object() || !run.context.contains(at)) return 0;
  const auto& value = run.context[at];
  return value.is_array() ? static_cast<double>(value.size()) : value.is_number() ? value.get<double>() : 0;
}

}  // namespace warpmark
