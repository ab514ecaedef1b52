#include "harness/baseline/yaml_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "harness/baseline/day.h"
#include "harness/run/input_error.h"
#include "harness/run/near_miss.h"
#include "harness/run/text_file.h"

namespace warpmark {
namespace {

int line_of(const YAML::Mark& mark) { return mark.line + 1; }

/// All of `text` as a number, or nothing.
template <class T>
std::optional<T> parsed(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The first line of each of our files names its schema, of which all are the first so far.
std::string missing_key_remedy(const std::string& key) {
  return key.starts_with("warpmark_") ? fmt::format("begin the file with the line `{}: 1`", key) : "add it";
}

}  // namespace

YamlValue::YamlValue(std::string file, std::string key, int line, const YAML::Node& node)
    : file_(std::move(file)), key_(std::move(key)), line_(line), node_(node) {}

YamlValue YamlValue::load(const std::filesystem::path& file) {
  const std::string name = file.string();
  std::vector<YAML::Node> documents;
  try {
    documents = YAML::LoadAll(read_text(file));
  } catch (const YAML::Exception& error) {
    throw InputError(fmt::format("{}:{}:{}", name, line_of(error.mark), error.mark.column + 1),
                     "is not YAML: " + error.msg, "indent with spaces, and quote what holds special characters");
  }
  if (documents.empty() || documents[0].IsNull())
    throw InputError(
        name + ":1", "is empty",
        "restore it, or write what it is to hold: the first line is its schema, such as `warpmark_policy: 1`");
  if (documents.size() > 1) throw InputError(name, "holds more than one YAML document", "remove the `---` within it");
  YamlValue root(name, "", line_of(documents[0].Mark()), documents[0]);
  if (!root.is_map())
    root.fail("is not a map of keys to values",
              "begin with the line that names its schema, such as `warpmark_expectations: 1`");
  return root;
}

YamlValue YamlValue::member(const std::string& key, int line, const YAML::Node& node) const {
  return {file_, key_.empty() ? key : key_ + "." + key, line, node};
}

std::vector<std::pair<std::string, YamlValue>> YamlValue::members() const {
  std::vector<std::pair<std::string, YamlValue>> members;
  if (node_.IsNull()) return members;
  if (!node_.IsMap()) fail("is not a map of keys to values", "write {} for an empty one");
  std::set<std::string> seen;
  for (const auto& entry : node_) {
    const int line = line_of(entry.first.Mark());
    if (!entry.first.IsScalar())
      member("?", line, entry.first).fail("is a key that YAML does not read as text", "quote it");
    const std::string& key = entry.first.Scalar();
    YamlValue value = member(key, line, entry.second);
    if (!seen.insert(key).second) value.fail("stands there twice", "remove one of the two");
    members.emplace_back(key, std::move(value));
  }
  return members;
}

std::map<std::string, YamlValue> YamlValue::fields(const std::vector<std::string>& required,
                                                   const std::vector<std::string>& optional) const {
  std::vector<std::string> known = required;
  known.insert(known.end(), optional.begin(), optional.end());
  std::map<std::string, YamlValue> fields;
  for (auto& [key, value] : members()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      const auto meant = near_miss(key, known);
      value.fail("unknown key", meant ? fmt::format("did you mean {}?", *meant)
                                      : fmt::format("the keys here are {}", fmt::join(known, ", ")));
    }
    fields.emplace(key, std::move(value));
  }
  for (const std::string& key : required)
    if (!fields.contains(key)) fail(fmt::format("the key {} is missing", key), missing_key_remedy(key));
  return fields;
}

std::vector<YamlValue> YamlValue::items() const {
  std::vector<YamlValue> items;
  if (node_.IsNull()) return items;
  if (!node_.IsSequence()) fail("is not a list", "write [a, b], or [] for an empty one");
  for (const YAML::Node& item : node_)
    items.push_back({file_, fmt::format("{}[{}]", key_, items.size()), line_of(item.Mark()), item});
  return items;
}

std::string YamlValue::text() const {
  if (!node_.IsScalar()) fail("is not a text", "quote it if YAML reads it as something else");
  return node_.Scalar();
}

double YamlValue::number() const {
  const auto value = parsed<double>(text());
  if (!value) fail(fmt::format("`{}` is not a number", text()), "write a number such as 1465.1");
  if (!std::isfinite(*value)) fail(fmt::format("`{}` is not a finite number", text()), "write a number such as 1465.1");
  return *value;
}

double YamlValue::positive_number() const {
  const double value = number();
  if (value <= 0) fail(fmt::format("`{}` is not above 0", text()), "write a number such as 1465.1");
  return value;
}

int YamlValue::whole_number() const {
  const auto value = parsed<int>(text());
  if (!value || *value < 0) fail(fmt::format("`{}` is not a whole number", text()), "write a number such as 132");
  return *value;
}

bool YamlValue::boolean() const {
  if (text() != "true" && text() != "false")
    fail(fmt::format("`{}` is not true or false", text()), "write true or false");
  return text() == "true";
}

double YamlValue::fraction() const {
  std::string digits = text();
  const bool is_percent = digits.ends_with('%');
  if (is_percent) digits.pop_back();
  const auto value = parsed<double>(digits);
  const double fraction = value ? (is_percent ? *value / 100 : *value) : NAN;
  if (!(fraction > 0 && fraction < 1))
    fail(fmt::format("`{}` is not a share between 0 and 100%", text()), "write it as 1% or 0.01");
  return fraction;
}

std::string YamlValue::day() const {
  if (!is_day(text())) fail(fmt::format("`{}` is not a day", text()), "write it as 2027-01-31");
  return text();
}

void YamlValue::require_schema(int known) const {
  if (text() != std::to_string(known))
    fail(fmt::format("is {}, and this warpmark knows only {}", text(), known), "use a newer warpmark");
}

std::string YamlValue::place() const { return fmt::format("{}:{}", file_, line_); }

void YamlValue::fail(const std::string& what, const std::string& remedy) const {
  throw InputError(fmt::format("{}{}{}", place(), key_.empty() ? "" : ": ", key_), what, remedy);
}

}  // namespace warpmark
