// What a benchmark program tells of a card's present state, value by value. What it does not tell, or tells in another
// form, is absent: an older program knows less.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace warpmark {

class CardReport {
 public:
  explicit CardReport(const nlohmann::json& state) : state_(state) {}

  std::optional<bool> truth(const char* key) const;
  std::optional<double> number(const char* key) const;
  std::optional<std::string> text(const char* key) const;
  std::optional<std::vector<std::string>> list(const char* key) const;

 private:
  const nlohmann::json* find(const char* key) const;

  const nlohmann::json& state_;
};

/// 13000 of "13.0", and 0 of what is no version.
int version_number(const std::string& version);

}  // namespace warpmark
