#include "harness/run/object.h"

#include <fmt/format.h>

#include "harness/run/input_error.h"

namespace warpmark {

Object::Object(const nlohmann::ordered_json& json, std::string where) : json_(json), where_(std::move(where)) {
  if (!json.is_object()) throw InputError(where_, "is not an object", "measure again with this warpmark");
}

void Object::read(const char* member, std::optional<bool>& into) const {
  const auto found = json_.find(member);
  if (found == json_.end() || found->is_null()) return;
  if (!found->is_boolean()) fail(member);
  into = found->get<bool>();
}

Object Object::member(const char* member) const {
  static const nlohmann::ordered_json empty = nlohmann::ordered_json::object();
  const auto found = json_.find(member);
  return {found == json_.end() ? empty : *found, fmt::format("{}.{}", where_, member)};
}

void Object::fail(const char* member) const {
  throw InputError(fmt::format("{}.{}", where_, member), "is of the wrong type", "measure again with this warpmark");
}

}  // namespace warpmark
