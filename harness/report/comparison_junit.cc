#include "harness/report/comparison_junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/compare/exit_code.h"
#include "harness/gate/quantities.h"
#include "harness/report/comparison_cells.h"
#include "harness/report/junit.h"

namespace warpmark {
namespace {

using compare::Change;
using compare::Comparison;
using compare::Pair;

/// What the case is shown under: the name's first parts, as a package of tests.
std::string group_of(const std::string& key) { return "compare." + key.substr(0, key.find('/')); }

std::string figures(const Pair& pair) {
  std::string text = fmt::format("before {}, after {}, ratio {}", us_text(pair.estimate.before_us),
                                 us_text(pair.estimate.after_us), ratio_text(pair));
  if (pair.estimate.interval) text += fmt::format(" ({}, 95 %)", interval_text(pair));
  return text + fmt::format(", {}", pair.estimate.basis);
}

JunitCase case_of(const Pair& pair, const std::vector<std::string>& fail_on) {
  JunitCase result;
  result.group = group_of(pair.key);
  result.name = pair.key;
  result.seconds = pair.estimate.after_us / 1e6;
  if (compare::fails(pair, fail_on))
    result.outcome = JunitCase::Outcome::failed;
  else if (pair.change == Change::unknown)
    result.outcome = JunitCase::Outcome::skipped;
  result.message = verdict_text(pair) + (pair.reason.empty() ? "" : ": " + pair.reason);
  result.detail = figures(pair);
  return result;
}

JunitCase case_of(const compare::NotCompared& row, const std::vector<std::string>& fail_on) {
  const bool fails = std::count(fail_on.begin(), fail_on.end(), compare::fail_on_not_compared) > 0;
  return {.group = group_of(row.key),
          .name = row.key,
          .outcome = fails ? JunitCase::Outcome::failed : JunitCase::Outcome::skipped,
          .message = "not compared: " + row.why};
}

}  // namespace

std::string comparison_junit(const Comparison& comparison, const std::vector<std::string>& fail_on) {
  JunitSuite suite;
  suite.name = "warpmark compare";
  suite.properties = {{"before", comparison.before}, {"after", comparison.after}, {"counts", counts_text(comparison)}};
  for (const std::string& note : comparison.notes) suite.properties.emplace_back("note", note);
  for (const Pair& pair : comparison.pairs) suite.cases.push_back(case_of(pair, fail_on));
  for (const compare::NotCompared& row : comparison.not_compared) suite.cases.push_back(case_of(row, fail_on));
  return junit_xml({suite});
}

}  // namespace warpmark
