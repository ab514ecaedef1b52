// What the program's Benchmarks objects declare.
#pragma once

#include <warpmark/suite.h>

#include <functional>

namespace warpmark {

/// Runs every declaration, in order of file and line, and `own` where there is one. Throws InputError that names the
/// declaration that failed.
void declare_all(Suite& suite, const std::function<void(Suite&)>& own);

}  // namespace warpmark
