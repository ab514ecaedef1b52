// A verdict as the C++ that makes it, to paste into a test.
#pragma once

#include <string>

#include "harness/gate/verdict.h"

namespace warpmark {

/// "Verdict{.key = "copy/...", .status = Status::regression, ...}".
std::string describe(const Verdict& verdict);

}  // namespace warpmark
