// An object of a JSON file whose members are read by their C++ type, for errors that name the member.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace warpmark {

class Object {
 public:
  /// Throws InputError where `json` is no object; `where` names it in messages.
  Object(const nlohmann::ordered_json& json, std::string where);

  /// Leaves `into` alone where the member is absent or null. Throws InputError where it is of another type.
  template <class T>
  void read(const char* member, T& into) const {
    const auto found = json_.find(member);
    if (found == json_.end() || found->is_null()) return;
    try {
      into = found->get<T>();
    } catch (const nlohmann::ordered_json::exception&) {
      fail(member);
    }
  }
  void read(const char* member, std::optional<bool>& into) const;

  /// A member that is an object; an empty one where it is absent.
  Object member(const char* member) const;

  const nlohmann::ordered_json& json() const { return json_; }

 private:
  [[noreturn]] void fail(const char* member) const;

  const nlohmann::ordered_json& json_;
  std::string where_;
};

}  // namespace warpmark
