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

/// What a census is to be of.
struct Wanted {
  std::vector<std::string> targets;  // globs over "sm_90" and so on; empty: all
  bool with_harness = false;         // also warpmark's own kernels, as names.h tells them
};

struct Census {
  std::vector<Kernel> kernels;  // by target, then by name
  std::vector<std::string> notes;
};

/// `folder` is for the tools' files. Code that is linked is counted once: what it was linked from is left out. The same
/// kernel in several binaries or objects is one, unless its code differs. A cubin all of whose kernels `known` has with
/// the same code, intact, is not disassembled: what it counts is known. Throws InputError for a binary without machine
/// code, for nothing that is wanted, and when a tool fails.
Census take_census(const std::vector<std::filesystem::path>& binaries, const Wanted& wanted, const Tools& tools,
                   const std::filesystem::path& folder, const RecordedCensus& known = {});

}  // namespace warpmark::codegen
