// The main of a benchmark program: yours has nothing to do but declare its workloads.
//
//   int main(int argc, char** argv) {
//     return warpmark::benchmark_main(argc, argv, [](warpmark::Suite& suite) { register_my_kernels(suite); });
//   }
#pragma once

#include <warpmark/suite.h>

#include <functional>

namespace warpmark {

/// Parses the flags (see --help), measures the rows, returns the exit code: 0 measured, 1 a row failed, 2 usage, 70 GPU
/// lost, 77 no usable GPU, 130 interrupted.
int benchmark_main(int argc, char** argv, const std::function<void(Suite&)>& declare);

}  // namespace warpmark
