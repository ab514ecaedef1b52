// How the things found about a benchmark become its verdict.
#pragma once

#include "harness/gate/verdict.h"

namespace warpmark {

/// The more severe of both (`a` of equals), its detail followed by the other's.
Finding worst_of(Finding a, Finding b);

/// Says `of_time` of the verdict's time, in place of what was said of it. What its counters and result say stands, and
/// is the verdict where it is worse.
void set_finding_of_time(Verdict& verdict, Finding of_time);

}  // namespace warpmark
