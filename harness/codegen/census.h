// The census: what every kernel of some binaries is made of, for every target.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/codegen/listing.h"
#include "harness/codegen/metrics.h"
#include "harness/codegen/recorded.h"
#include "harness/codegen/tools.h"

namespace warpmark::codegen {

/// An instruction that counts for some metric of its own: an access to memory, or a matrix instruction.
struct Access {
  std::vector<std::string> metrics;
  std::string instruction;         // with operands
  std::vector<SourceLine> places;  // innermost first; empty: built without line information
};

struct Kernel {
  std::string name;  // mangled, as stable_name gives it
  std::string target;
  std::string compiler;
  bool is_entry = true;  // false: a function that kernels call
  std::string hash;      // of its code, 16 hexadecimal digits
  Metrics metrics;       // those that are not 0
  std::vector<Access> accesses;
  bool is_disassembled = true;  // false: counts as the record has them, and no accesses
};

struct Census {
  std::vector<Kernel> kernels;  // by target, then by name
  std::vector<std::string> notes;
};

/// `targets` are globs over "sm_90" and so on; none stands for all. `folder` is for the tools' files. Code that is
/// linked is counted once: what it was linked from is left out. The same kernel in several binaries or objects is one,
/// unless its code differs. A cubin all of whose kernels `known` has with the same code, intact, is not disassembled:
/// what it counts is known. Throws InputError for a binary without machine code, for none of the targets, and when a
/// tool fails.
Census take_census(const std::vector<std::filesystem::path>& binaries, const std::vector<std::string>& targets,
                   const Tools& tools, const std::filesystem::path& folder, const RecordedCensus& known = {});

}  // namespace warpmark::codegen
