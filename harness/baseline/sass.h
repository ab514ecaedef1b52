// The machine code that a benchmark's row was measured with, as one hash.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"

namespace warpmark {

/// One hash for the machine code of several kernels: of one kernel, its own. Nothing where one of them is not in
/// `code`.
std::optional<std::string> sass_of(const std::vector<std::string>& kernels, const MachineCode& code);

/// Whether a session was measured with the compiler ("13.0.88") of some machine code. Sessions hold nvcc's name before
/// its version; ptxas, which signs the code, comes with the same.
bool is_of_compiler(const Session& session, const std::string& compiler);

}  // namespace warpmark
