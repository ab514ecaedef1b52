#include "harness/baseline/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "harness/baseline/yaml_value.h"
#include "harness/codegen/metrics.h"
#include "harness/run/glob.h"
#include "harness/run/near_miss.h"

namespace warpmark {
namespace {

using codegen::Bound;
using codegen::Expectation;

constexpr int expectations_schema = 1;

void require_metric(const std::string& metric, const YamlValue& value) {
  const std::vector<std::string>& names = codegen::metric_names();
  if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return glob_match(metric, name); }))
    return;
  const auto meant = near_miss(metric, names);
  value.fail(fmt::format("there is no metric {}", metric),
             meant ? fmt::format("did you mean {}?", *meant) : "`warpmark codegen show --help` lists them");
}

Bound read_bound(const std::string& metric, const YamlValue& value) {
  require_metric(metric, value);
  Bound bound{metric, Bound::Relation::equal, 0};
  const std::string text = value.text();
  std::string_view digits = text;
  if (digits.starts_with(">=")) bound.relation = Bound::Relation::at_least;
  if (digits.starts_with("<=")) bound.relation = Bound::Relation::at_most;
  if (bound.relation != Bound::Relation::equal) digits.remove_prefix(2);
  digits.remove_prefix(std::min(digits.size(), digits.find_first_not_of(' ')));
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bound.value);
  if (error != std::errc{} || end != digits.data() + digits.size())
    value.fail(fmt::format("`{}` is no bound", text), R"(write 0, ">= 1" or "<= 40")");
  if (bound.relation == Bound::Relation::at_least && bound.value == 0)
    value.fail("holds of every kernel", R"(write ">= 1", or remove it)");
  return bound;
}

Expectation read_expectation(const YamlValue& value) {
  const auto fields = value.fields({"match", "metrics", "because"}, {"targets"});
  Expectation expectation;
  expectation.match = fields.at("match").text();
  if (expectation.match.empty()) fields.at("match").fail("is empty", "write a pattern such as copy::aligned*");
  if (const auto targets = fields.find("targets"); targets != fields.end())
    for (const YamlValue& target : targets->second.items()) expectation.targets.push_back(target.text());
  for (const auto& [metric, bound] : fields.at("metrics").members())
    expectation.bounds.push_back(read_bound(metric, bound));
  if (expectation.bounds.empty()) fields.at("metrics").fail("is empty", "write what you expect, or remove it all");
  expectation.because = fields.at("because").text();
  expectation.place = value.place();
  return expectation;
}

}  // namespace

std::filesystem::path expectations_file(const std::filesystem::path& baselines) {
  return baselines / "codegen" / "expectations.yaml";
}

std::vector<Expectation> read_expectations(const std::filesystem::path& file) {
  const YamlValue root = YamlValue::load(file);
  const auto fields = root.fields({"warpmark_expectations", "expectations"}, {});
  fields.at("warpmark_expectations").require_schema(expectations_schema);
  std::vector<Expectation> expectations;
  for (const YamlValue& item : fields.at("expectations").items()) expectations.push_back(read_expectation(item));
  return expectations;
}

}  // namespace warpmark
