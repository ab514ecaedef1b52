// What changed in the machine code of a benchmark's kernels, in words.
#pragma once

#include <string>
#include <vector>

#include "harness/run/run.h"

namespace warpmark {

struct CodeChanges {
  std::vector<std::string> accesses;  // to memory: what a time depends on most
  std::vector<std::string> others;    // registers and the rest; instructions last, as they move with everything else
};

/// The differences of one kernel's metrics, the most telling first: accesses that changed their space ("shared loads
/// became generic"), their width, spills, more or fewer accesses. Numbers are counts in the machine code; where `after`
/// knows the source lines of what is new, they follow.
CodeChanges code_changes(const KernelCode& before, const KernelCode& after);

}  // namespace warpmark
