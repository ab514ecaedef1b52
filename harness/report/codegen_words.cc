#include "harness/report/codegen_words.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace warpmark {

std::string_view to_string(codegen::Finding::Kind kind) {
  using Kind = codegen::Finding::Kind;
  switch (kind) {
    case Kind::unexpected:
      return "unexpected";
    case Kind::changed:
      return "changed";
    case Kind::vanished:
      return "vanished";
    case Kind::unmeasured:
      return "unmeasured";
    case Kind::added:
      return "new";
    case Kind::recompiled:
      return "recompiled";
  }
  return "?";
}

std::string_view to_string(codegen::KernelDifference::Kind kind) {
  using Kind = codegen::KernelDifference::Kind;
  switch (kind) {
    case Kind::removed:
      return "removed";
    case Kind::added:
      return "added";
    case Kind::changed:
      return "changed";
  }
  return "?";
}

std::string place_text(const codegen::SourceLine& place) {
  if (place.file.empty()) return "?";
  std::error_code none;
  const std::string here = std::filesystem::current_path(none).string() + "/";
  const bool is_below = !none && place.file.starts_with(here);
  return fmt::format("{}:{}", is_below ? place.file.substr(here.size()) : place.file, place.line);
}

}  // namespace warpmark
