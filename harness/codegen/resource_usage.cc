#include "harness/codegen/resource_usage.h"

#include <charconv>

#include "harness/run/input_error.h"

namespace warpmark::codegen {
namespace {

constexpr std::string_view before_name = " Function ";

std::uint64_t figure(std::string_view line, std::string_view label, const std::string& name) {
  const auto found = line.find(label);
  std::uint64_t value = 0;
  const char* digits = found == std::string_view::npos ? nullptr : line.data() + found + label.size();
  if (digits == nullptr || std::from_chars(digits, line.data() + line.size(), value).ec != std::errc{}) {
    throw InputError(name, "cuobjdump does not say " + std::string(label) + " of a function: " + std::string(line),
                     "use the cuobjdump that ci/setup installs, or name another with --cuobjdump");
  }
  return value;
}

}  // namespace

std::map<std::string, Resources> parse_resource_usage(std::string_view text, const std::string& name) {
  std::map<std::string, Resources> usage;
  std::string function;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with(before_name) && line.ends_with(':')) {
      function = line.substr(before_name.size(), line.size() - before_name.size() - 1);
    } else if (!function.empty()) {
      usage[function] = {figure(line, "REG:", name), figure(line, "STACK:", name), figure(line, "SHARED:", name)};
      function.clear();
    }
  }
  return usage;
}

}  // namespace warpmark::codegen
