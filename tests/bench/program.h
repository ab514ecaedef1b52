// Runs warpmark_bench.
#pragma once

#include <string>

#include "tests/bench/run_command.h"

namespace warpmark::test {

/// warpmark_bench with these arguments.
Outcome run_bench(const std::string& arguments);

/// A path for a file of this test that does not exist yet.
std::string scratch_file(const std::string& name);

}  // namespace warpmark::test
