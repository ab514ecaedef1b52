#include <fmt/format.h>

#include <algorithm>

#include "harness/baseline/baseline.h"
#include "harness/baseline/yaml_value.h"

namespace warpmark {
namespace {

using Fields = std::map<std::string, YamlValue>;
using Better = CounterRule::Better;

constexpr int policy_schema = 1;

ContextRule read_context_rule(const std::string& fact, const YamlValue& value) {
  using Kind = ContextRule::Kind;
  const std::string text = value.text();
  if (fact == "timer" && text != "exact")
    value.fail("times of two timers are never compared", "write exact, or leave it out");
  if (text == "exact") return {Kind::exact, 0};
  if (text == "warn") return {Kind::warn, 0};
  const bool is_version = fact == "driver" || fact == "cuda";
  const bool is_word = is_version || fact == "ecc" || fact == "timer";
  if (text == "major" && is_version) return {Kind::major, 0};
  if (is_word)
    value.fail(fmt::format("`{}` is no rule for it", text),
               is_version ? "write exact, major or warn" : "write exact or warn");
  return {Kind::relative, value.fraction()};
}

Better read_better(const YamlValue& value) {
  if (value.text() == "lower") return Better::lower;
  if (value.text() == "higher") return Better::higher;
  value.fail(fmt::format("`{}` is no direction", value.text()), "write lower or higher");
}

/// The direction of counters that everybody knows.
Better known_direction(const std::string& counter) {
  for (const char* rate : {"bytes_per_second", "items_per_second", "gpu_gbps"})
    if (counter == rate) return Better::higher;
  return Better::none;
}

CounterRule read_counter_rule(const std::string& match, const YamlValue& value) {
  CounterRule rule;
  rule.match = match;
  if (!value.is_map() && value.text() == "exact") return rule;
  rule.exact = false;
  rule.better = known_direction(match);
  if (value.is_map()) {
    const Fields fields = value.fields({"tolerance"}, {"better"});
    rule.tolerance = fields.at("tolerance").fraction();
    if (const auto better = fields.find("better"); better != fields.end()) rule.better = read_better(better->second);
  } else if (const std::string text = value.text(); text.find_first_of("0123456789") == std::string::npos) {
    value.fail(fmt::format("`{}` is no rule for a counter", text),
               "write exact, or {tolerance: 1%, better: lower} or higher");
  } else {
    rule.tolerance = value.fraction();
  }
  if (rule.better == Better::none)
    value.fail("has a tolerance, but no direction", "add `better: lower` or `better: higher`, or write exact");
  return rule;
}

Override read_override(const YamlValue& value) {
  const Fields fields = value.fields({"match", "tolerance", "because"}, {});
  return {fields.at("match").text(), fields.at("tolerance").fraction(), fields.at("because").text()};
}

/// Of times, after and before: people think of it in percent, and it is read as neither.
double read_ratio(const YamlValue& value) {
  constexpr const char* remedy = "write 1.05 for at most 5% slower";
  if (value.text().ends_with('%')) value.fail(fmt::format("`{}` is no ratio", value.text()), remedy);
  const double ratio = value.positive_number();
  if (ratio <= 1) value.fail(fmt::format("`{}` is not above 1", value.text()), remedy);
  return ratio;
}

ExpectedRegression read_expected(const YamlValue& value) {
  const Fields fields = value.fields({"match", "max_ratio", "because", "until"}, {"issue"});
  ExpectedRegression expected;
  expected.match = fields.at("match").text();
  expected.max_ratio = read_ratio(fields.at("max_ratio"));
  expected.because = fields.at("because").text();
  if (const auto issue = fields.find("issue"); issue != fields.end()) expected.issue = issue->second.text();
  expected.until = fields.at("until").day();
  return expected;
}

}  // namespace

Policy read_policy(const std::filesystem::path& file) {
  const YamlValue root = YamlValue::load(file);
  Fields fields =
      root.fields({"warpmark_policy"}, {"tolerance", "context", "counters", "overrides", "expected", "removed"});
  fields.at("warpmark_policy").require_schema(policy_schema);
  const auto items = [&](const char* key) {
    const auto found = fields.find(key);
    return found == fields.end() ? std::vector<YamlValue>{} : found->second.items();
  };

  Policy policy;
  policy.file = file;
  if (const auto tolerance = fields.find("tolerance"); tolerance != fields.end())
    policy.tolerance = tolerance->second.fraction();
  if (const auto context = fields.find("context"); context != fields.end()) {
    std::vector<std::string> facts;
    for (const auto& [fact, rule] : policy.context) facts.push_back(fact);
    for (const auto& [fact, rule] : context->second.fields({}, facts))
      policy.context[fact] = read_context_rule(fact, rule);
  }
  if (const auto counters = fields.find("counters"); counters != fields.end())
    for (const auto& [match, rule] : counters->second.members())
      policy.counters.push_back(read_counter_rule(match, rule));
  for (const YamlValue& item : items("overrides")) policy.overrides.push_back(read_override(item));
  for (const YamlValue& item : items("expected")) policy.expected.push_back(read_expected(item));
  for (const YamlValue& item : items("removed")) policy.removed.push_back(item.text());
  return policy;
}

}  // namespace warpmark
