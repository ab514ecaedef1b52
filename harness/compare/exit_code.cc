#include "harness/compare/exit_code.h"

#include <algorithm>

namespace warpmark::compare {

int exit_code(const Comparison& comparison, const std::vector<std::string>& fail_on) {
  if (comparison.pairs.empty()) return 3;
  const auto fails = [&comparison](const std::string& what) {
    if (what == fail_on_slower) return comparison.count(Change::slower) > 0;
    if (what == fail_on_faster) return comparison.count(Change::faster) > 0;
    if (what == fail_on_cannot_tell) return comparison.count(Change::unknown) > 0;
    return what == fail_on_not_compared && !comparison.not_compared.empty();
  };
  return std::any_of(fail_on.begin(), fail_on.end(), fails) ? 1 : 0;
}

}  // namespace warpmark::compare
