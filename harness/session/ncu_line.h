// The command line that shows one row to Nsight Compute.
#pragma once

#include <string>

#include "harness/session/bench_program.h"

namespace warpmark {

/// "ncu ... BENCH ... --gpu_profile --benchmark_filter='^name(/|$)'", for a shell. Clocks and caches are left as the
/// program leaves them: it sees to the L2 itself, and its own times are taken at these clocks. Asks the program for its
/// names, which needs no GPU; throws InputError when `name` is none of them.
std::string ncu_line(const BenchProgram& bench, const std::string& name);

}  // namespace warpmark
