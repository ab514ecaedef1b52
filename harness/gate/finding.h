// One thing found about a benchmark; a verdict is the worst of them.
#pragma once

#include <string>

#include "harness/gate/verdict.h"

namespace warpmark {

struct Finding {
  Status status = Status::pass;
  Reason reason = Reason::none;
  std::string detail;
};

/// The more severe of both (`a` of equals), its detail followed by the other's.
Finding worst_of(Finding a, Finding b);

}  // namespace warpmark
