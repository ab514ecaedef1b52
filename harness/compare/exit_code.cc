#include "harness/compare/exit_code.h"

#include <algorithm>

namespace warpmark::compare {
namespace {

bool names(const std::string& what, Change change) {
  if (what == fail_on_results) return change == Change::results_differ;
  if (what == fail_on_slower) return change == Change::slower;
  if (what == fail_on_faster) return change == Change::faster;
  return what == fail_on_cannot_tell && change == Change::unknown;
}

}  // namespace

bool fails(const Pair& pair, const std::vector<std::string>& fail_on) {
  return std::any_of(fail_on.begin(), fail_on.end(),
                     [&pair](const std::string& what) { return names(what, pair.change); });
}

int exit_code(const Comparison& comparison, const std::vector<std::string>& fail_on) {
  if (comparison.pairs.empty()) return 3;
  const auto& pairs = comparison.pairs;
  if (std::any_of(pairs.begin(), pairs.end(), [&fail_on](const Pair& pair) { return fails(pair, fail_on); })) return 1;
  const bool all_must_be = std::count(fail_on.begin(), fail_on.end(), fail_on_not_compared) > 0;
  return all_must_be && !comparison.not_compared.empty() ? 1 : 0;
}

}  // namespace warpmark::compare
