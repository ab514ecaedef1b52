// What changed in the machine code of a benchmark's kernels, in words.
#pragma once

#include <string>
#include <vector>

#include "harness/run/run.h"

namespace warpmark {

/// The differences of one kernel's metrics, the most telling first: accesses that changed their space ("shared loads
/// became generic"), their width, spills, more or fewer accesses, then registers and the rest, instructions last.
/// Numbers are counts in the machine code; where `after` knows the source lines of what is new, they follow.
std::vector<std::string> code_changes(const KernelCode& before, const KernelCode& after);

}  // namespace warpmark
