// From programs, libraries, objects, archives and fatbins to cubins, one target each.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/codegen/tools.h"

namespace warpmark::codegen {

struct Cubin {
  std::size_t binary = 0;  // which of the binaries holds it
  std::filesystem::path path;
  std::string target;  // "sm_90a"; empty: only the cubin itself knows
  std::string name;    // for messages
};

/// The cubins of `binaries`, written into `folder`. cuobjdump names what it extracts after the source file, so that one
/// of two a/copy.cu and b/copy.cu overwrites the other without a word; therefore each fatbin container of a binary is
/// handed to it by itself, in a folder of its own, and what it wrote is counted. Throws InputError for a file that is
/// no binary, holds no device code, or only code (PTX) that a driver has yet to compile.
std::vector<Cubin> extract_cubins(const std::vector<std::filesystem::path>& binaries, const Tools& tools,
                                  const std::filesystem::path& folder);

}  // namespace warpmark::codegen
