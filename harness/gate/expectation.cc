#include "harness/gate/expectation.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/gate/quantities.h"
#include "harness/run/glob.h"

namespace warpmark {

void weigh_expectation(Verdict& verdict, const Policy& policy, const std::string& today) {
  const auto last = std::find_if(policy.expected.rbegin(), policy.expected.rend(),
                                 [&](const ExpectedRegression& entry) { return glob_match(entry.match, verdict.key); });
  if (last == policy.expected.rend() || verdict.status == Status::inconclusive) return;

  const std::string issue = last->issue.empty() ? "" : fmt::format(" ({})", last->issue);
  const std::string entry =
      fmt::format("expected up to {} until {}: {}{}", change_text(last->max_ratio), last->until, last->because, issue);
  const bool past = !last->until.empty() && today > last->until;
  verdict.reason = Reason::none;
  if (verdict.status != Status::regression) {
    verdict.status = Status::unexpectedly_fixed;
    verdict.detail = "slower no more, remove the policy's entry: " + entry;
  } else if (verdict.ratio > last->max_ratio) {
    verdict.reason = Reason::slower;
    verdict.detail += "; more than " + entry;
  } else {
    verdict.status = past ? Status::expired : Status::expected;
    verdict.detail = (past ? "out of date: " : "") + entry;
  }
}

}  // namespace warpmark
