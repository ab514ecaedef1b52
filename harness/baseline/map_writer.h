// Writing a YAML file that is maps within maps, key by key.
#pragma once

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <string>

#include "harness/baseline/yaml_text.h"

namespace warpmark {

/// What is empty or 0 is not known, and left out, unless it is written as plain text.
class MapWriter {
 public:
  MapWriter() { yaml_ << YAML::BeginMap; }

  /// A map under `key`, up to its end(). An empty one is written as {}.
  void begin(const std::string& key, YAML::EMITTER_MANIP style, bool is_empty = false) {
    yaml_ << YAML::Key;
    emit_text(yaml_, key);
    yaml_ << YAML::Value << (is_empty ? YAML::Flow : style) << YAML::BeginMap;
  }
  void end() { yaml_ << YAML::EndMap; }

  void field(const char* key, const std::string& value) {
    if (value.empty()) return;
    yaml_ << YAML::Key << key << YAML::Value;
    emit_text(yaml_, value);
  }
  void field(const char* key, double value) {
    if (value != 0) plain_field(key, fmt::format("{}", value));
  }

  /// A number, date or truth value: `plain` is what YAML means by it.
  void plain_field(const char* key, const std::string& plain) { yaml_ << YAML::Key << key << YAML::Value << plain; }

  /// For what is no map.
  YAML::Emitter& yaml() { return yaml_; }

  /// The whole file; nothing more can be written.
  std::string text() {
    end();
    return std::string(yaml_.c_str(), yaml_.size()) + "\n";
  }

 private:
  YAML::Emitter yaml_;
};

}  // namespace warpmark
