#include "harness/codegen/place.h"

#include <filesystem>
#include <system_error>

#include "fmt/format.h"

namespace warpmark::codegen {

std::string place_text(const SourceLine& place) {
  if (place.file.empty()) return "?";
  std::error_code none;
  const std::string here = std::filesystem::current_path(none).string() + "/";
  const bool is_below = !none && place.file.starts_with(here);
  return fmt::format("{}:{}", is_below ? place.file.substr(here.size()) : place.file, place.line);
}

}  // namespace warpmark::codegen
