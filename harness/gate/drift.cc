#include "harness/gate/drift.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "harness/gate/finding.h"
#include "harness/gate/quantities.h"

namespace warpmark {

namespace {

constexpr std::string_view first_mark = "/l2:cold";
constexpr std::string_view last_mark = "/l2:warm";
constexpr double standard_errors = 3;

double bound_of(const Verdict& canary, const Policy& policy) {
  return std::max(policy.tolerance / 2, standard_errors * canary.precision.standard_error(canary.run_processes));
}

std::string first_of(std::string key) { return key.replace(key.find(last_mark), last_mark.size(), first_mark); }

/// What is wrong with the canary; nothing where it is quiet.
std::string alarm_of(const Verdict& canary, const Judgement& judgement, const Policy& policy) {
  if (canary.status == Status::error || canary.status == Status::missing || canary.status == Status::skipped ||
      canary.reason == Reason::throttled) {
    return fmt::format("canary {} could not be measured: {}", canary.key, canary.detail);
  }
  if (canary.ratio <= 0) return "";
  const double bound = bound_of(canary, policy);
  if (std::abs(std::log(canary.ratio)) > std::log1p(bound))
    return fmt::format("canary {} moved ({}), bound {}", canary.key, change_text(canary.ratio), percent_text(bound));
  if (!is_last_canary(canary.key)) return "";
  const std::string first_key = first_of(canary.key);
  const auto first = std::find_if(judgement.verdicts.begin(), judgement.verdicts.end(),
                                  [&](const Verdict& verdict) { return verdict.key == first_key; });
  if (first == judgement.verdicts.end() || first->ratio <= 0) return "";
  const double since = canary.ratio / first->ratio;
  if (std::abs(std::log(since)) <= std::log1p(bound)) return "";
  return fmt::format("canary {} moved ({}) between the first and the last rows, bound {}", canary.key,
                     change_text(since), percent_text(bound));
}

bool counts_as_moved(const Verdict& verdict) {
  return verdict.reason == Reason::slower || verdict.reason == Reason::faster || verdict.status == Status::expected ||
         verdict.status == Status::expired || verdict.status == Status::unexpectedly_fixed;
}

void set_drift(Verdict& verdict, const std::string& detail) {
  set_finding_of_time(verdict, {Status::inconclusive, Reason::drift, detail});
}

}  // namespace

bool is_canary(std::string_view key) { return key.starts_with("canary/"); }

bool is_last_canary(std::string_view key) { return is_canary(key) && key.ends_with(last_mark); }

void weigh_drift(Judgement& judgement, const Policy& policy) {
  std::vector<std::string> alarms;
  std::vector<Verdict*> alarmed;
  for (Verdict& verdict : judgement.verdicts) {
    if (!is_canary(verdict.key) || verdict.status == Status::new_row) continue;
    const std::string alarm = alarm_of(verdict, judgement, policy);
    if (alarm.empty()) continue;
    alarms.push_back(alarm);
    alarmed.push_back(&verdict);
  }
  if (alarms.empty()) return;
  for (std::size_t i = 0; i < alarms.size(); ++i) set_drift(*alarmed[i], alarms[i]);
  for (Verdict& verdict : judgement.verdicts) {
    if (!is_canary(verdict.key) && counts_as_moved(verdict))
      set_drift(verdict, fmt::format("{}; {}", alarms.front(), verdict.detail));
  }
  const bool are_measured = std::any_of(alarmed.begin(), alarmed.end(), [](const Verdict* canary) {
    return canary->run_processes > 0 || canary->status == Status::error;
  });
  judgement.notes.push_back(are_measured ? fmt::format("the card drifted, so that rows that moved are inconclusive: {}",
                                                       fmt::join(alarms, "; "))
                                         : "rows that moved are inconclusive: the run lacks canaries of the baseline, "
                                           "which tell whether the card kept "
                                           "still");
}

bool has_quiet_canaries(const Judgement& judgement) {
  const auto all = [&](auto&& predicate) {
    return std::all_of(judgement.verdicts.begin(), judgement.verdicts.end(), predicate);
  };
  const bool has_none = all([](const Verdict& verdict) { return !is_canary(verdict.key); });
  return !has_none &&
         all([](const Verdict& verdict) { return !is_canary(verdict.key) || verdict.status == Status::pass; });
}

}  // namespace warpmark
