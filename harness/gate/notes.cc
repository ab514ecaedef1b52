#include "harness/gate/notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/baseline/counters.h"
#include "harness/gate/quantities.h"
#include "harness/run/glob.h"

namespace warpmark {

std::vector<std::string> notes_on_idle_policy(const Policy& policy, const Baseline& baseline,
                                              const std::map<std::string, Measured>& measured) {
  std::vector<std::string> notes;
  const auto note = [&](const char* of, const std::string& glob) {
    const auto matches = [&](const auto& row) { return glob_match(glob, row.first); };
    if (std::none_of(baseline.rows.begin(), baseline.rows.end(), matches) &&
        std::none_of(measured.begin(), measured.end(), matches))
      notes.push_back(fmt::format("{}: no row is called {}, so {} of it does nothing", policy.file.string(), glob, of));
  };
  for (const Override& each : policy.overrides) note("an override", each.match);
  for (const ExpectedRegression& each : policy.expected) note("an expected regression", each.match);
  for (const std::string& glob : policy.removed) note("a removal", glob);
  for (const CounterRule& rule : policy.counters) {
    const auto has_it = [&](const auto& row) {
      return std::any_of(row.second.counters.begin(), row.second.counters.end(),
                         [&](const auto& counter) { return glob_match(rule.match, counter.first); });
    };
    if (!is_hardware_counter(rule.match) && std::none_of(baseline.rows.begin(), baseline.rows.end(), has_it))
      notes.push_back(fmt::format("{}: no row of the baseline has a counter {}, so a rule for it does nothing",
                                  policy.file.string(), rule.match));
  }
  return notes;
}

std::optional<std::string> note_on_floor(const std::vector<Verdict>& verdicts) {
  const Verdict* widest = nullptr;
  int widened = 0;
  for (const Verdict& verdict : verdicts) {
    if (verdict.bound != Bound::noise_floor) continue;
    ++widened;
    if (widest == nullptr || verdict.tolerance > widest->tolerance) widest = &verdict;
  }
  if (widest == nullptr) return std::nullopt;
  return fmt::format("policy tolerance below the noise floor in {} rows, judged by the floor; the widest is {} ({})",
                     widened, tolerance_text(widest->tolerance), widest->key);
}

}  // namespace warpmark
