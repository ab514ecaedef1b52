// Two censuses side by side: what became of each kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/codegen/census.h"

namespace warpmark::codegen {

struct MetricChange {
  std::string metric;
  std::uint64_t before = 0;
  std::uint64_t after = 0;
};

/// Equal accesses of one side that the other does not have: "LDG.E.128", four times, at copy.cu:25.
struct AccessChange {
  std::string mnemonic;
  SourceLine place;  // innermost
  std::uint64_t count = 0;
  bool is_added = false;  // else removed
};

struct KernelDifference {
  enum class Kind { removed, added, changed };

  Kind kind = Kind::changed;
  std::string kernel;  // mangled, as it is after
  std::string target;
  std::vector<MetricChange> metrics;  // in the order of metric_names()
  std::vector<AccessChange> accesses;
};

/// Kernels whose code is the same are left out. Of one whose metrics are the same and whose code is not, both lists are
/// empty. Accesses are paired by mnemonic and line first and then by mnemonic alone, so that lines that moved, in a
/// source edited above them, are no difference. A kernel whose mangled name changed with a parameter is one still, if
/// its name for people is the only such.
std::vector<KernelDifference> difference(const Census& before, const Census& after);

}  // namespace warpmark::codegen
