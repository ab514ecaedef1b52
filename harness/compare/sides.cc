#include "harness/compare/sides.h"

#include <fmt/format.h>

namespace warpmark::compare {
namespace {

using Json = nlohmann::ordered_json;

const Json& sides_of(const Run& run) {
  static const Json none = Json::object();
  if (!run.context.is_object()) return none;
  const auto warpmark = run.context.find("warpmark");
  if (warpmark == run.context.end() || !warpmark->is_object()) return none;
  const auto sides = warpmark->find(sides_member);
  return sides == warpmark->end() ? none : *sides;
}

std::string fact(const Json& sides, const char* side, const char* name) {
  const auto found = sides.find(side);
  if (found == sides.end() || !found->is_object()) return "";
  const auto value = found->find(name);
  return value != found->end() && value->is_string() ? value->get<std::string>() : "";
}

std::string note_of_bytes(const Json& sides, const char* side) {
  constexpr std::size_t shown = 19;  // "sha256:" and twelve digits
  const auto libraries = sides[side].find("libraries");
  const std::size_t count = libraries != sides[side].end() && libraries->is_array() ? libraries->size() : 0;
  return fmt::format("{}: {}, {}, with {} librar{} from outside the system folders", side, fact(sides, side, "name"),
                     fact(sides, side, "digest").substr(0, shown), count, count == 1 ? "y" : "ies");
}

}  // namespace

bool holds_sides(const Run& run) {
  const Json& sides = sides_of(run);
  return !fact(sides, "before", "name").empty() && !fact(sides, "after", "name").empty();
}

Matched match_sides(const Run& run, const std::string& name) {
  Matched matched = match_within(run, name, {before_component, after_component});
  const Json& sides = sides_of(run);
  matched.before = fact(sides, "before", "name");
  matched.after = fact(sides, "after", "name");
  for (const char* side : {"before", "after"}) matched.notes.push_back(note_of_bytes(sides, side));
  for (const char* what : {"revision", "compiler", "cuda", "driver"})
    if (const std::string ours = fact(sides, "before", what), theirs = fact(sides, "after", what); ours != theirs)
      matched.notes.push_back(fmt::format("{} {} before, {} after", what, ours, theirs));
  return matched;
}

}  // namespace warpmark::compare
