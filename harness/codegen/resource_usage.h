// What cuobjdump says about the resources of a cubin's functions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace warpmark::codegen {

struct Resources {
  std::uint64_t registers = 0;
  std::uint64_t stack_bytes = 0;
  std::uint64_t shared_bytes = 0;  // static
};

/// Reads the output of `cuobjdump --dump-resource-usage` on one cubin: by mangled name. Throws InputError for a
/// function without figures; `name` is for that.
std::map<std::string, Resources> parse_resource_usage(std::string_view text, const std::string& name);

}  // namespace warpmark::codegen
