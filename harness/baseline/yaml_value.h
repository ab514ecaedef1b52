// A value of a YAML file that knows where it stands, so that every error names file, line and key. Stricter than YAML:
// a key that stands twice, an unknown key and a number that is not finite are errors.
#pragma once

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpmark {

class YamlValue {
 public:
  /// The one document of `file`. Throws InputError when it cannot be read, is no YAML, or is empty.
  static YamlValue load(const std::filesystem::path& file);

  /// The members of a map, in the file's order; an empty value is an empty map.
  std::vector<std::pair<std::string, YamlValue>> members() const;

  /// The members of a map whose keys are known: all of `required`, any of `optional`, no others.
  std::map<std::string, YamlValue> fields(const std::vector<std::string>& required,
                                          const std::vector<std::string>& optional) const;

  /// The items of a list; an empty value is an empty list.
  std::vector<YamlValue> items() const;

  std::string text() const;
  double number() const;           // finite
  double positive_number() const;  // finite and above 0
  int whole_number() const;        // 0 or more
  bool boolean() const;            // true or false
  double fraction() const;         // "1%" or 0.01; above 0, below 100%
  std::string day() const;         // ISO 8601, on the calendar

  /// Throws InputError unless this is the number of the one schema that is known.
  void require_schema(int known) const;

  std::string place() const;  // "file.yaml:12"

  bool is_map() const { return node_.IsMap(); }

  [[noreturn]] void fail(const std::string& what, const std::string& remedy) const;

 private:
  YamlValue(std::string file, std::string key, int line, const YAML::Node& node);
  YamlValue member(const std::string& key, int line, const YAML::Node& node) const;

  std::string file_;
  std::string key_;  // its path from the top: "gpu.name"
  int line_;
  YAML::Node node_;
};

/// Hands the value of `key`, if it is there, to `read`.
template <class Read>
void if_present(const std::map<std::string, YamlValue>& fields, const char* key, Read read) {
  if (const auto found = fields.find(key); found != fields.end()) read(found->second);
}

}  // namespace warpmark
