#include "harness/session/doctor/card_report.h"

#include <cstdio>

namespace warpmark {

using nlohmann::json;

const json* CardReport::find(const char* key) const {
  const auto found = state_.find(key);
  return found == state_.end() || found->is_null() ? nullptr : &*found;
}

std::optional<bool> CardReport::truth(const char* key) const {
  const json* value = find(key);
  return value != nullptr && value->is_boolean() ? std::optional(value->get<bool>()) : std::nullopt;
}

std::optional<double> CardReport::number(const char* key) const {
  const json* value = find(key);
  return value != nullptr && value->is_number() ? std::optional(value->get<double>()) : std::nullopt;
}

std::optional<std::string> CardReport::text(const char* key) const {
  const json* value = find(key);
  return value != nullptr && value->is_string() ? std::optional(value->get<std::string>()) : std::nullopt;
}

std::optional<std::vector<std::string>> CardReport::list(const char* key) const {
  const json* value = find(key);
  if (value == nullptr || !value->is_array()) return std::nullopt;
  std::vector<std::string> words;
  for (const json& word : *value) {
    if (word.is_string()) words.push_back(word.get<std::string>());
  }
  return words;
}

int version_number(const std::string& version) {
  int major = 0;
  int minor = 0;
  // NOLINTNEXTLINE(cert-err34-c): a version that cannot be read counts as 0.0, unknown
  std::sscanf(version.c_str(), "%d.%d", &major, &minor);
  return major * 1000 + minor * 10;
}

}  // namespace warpmark
