#include "harness/gate/verdict.h"

#include <algorithm>

namespace warpmark {

namespace {

/// The benchmark is on both sides, whatever became of it.
bool overlaps(const Verdict& verdict) { return verdict.baseline_processes > 0 && verdict.status != Status::missing; }

}  // namespace

std::string_view to_string(Status status) {
  switch (status) {
    case Status::error:
      return "error";
    case Status::missing:
      return "missing";
    case Status::numerics_changed:
      return "numerics changed";
    case Status::regression:
      return "regression";
    case Status::expired:
      return "expired";
    case Status::counter_changed:
      return "counter changed";
    case Status::unstable:
      return "unstable";
    case Status::inconclusive:
      return "inconclusive";
    case Status::unexpectedly_fixed:
      return "unexpectedly fixed";
    case Status::expected:
      return "expected";
    case Status::improved:
      return "improved";
    case Status::new_row:
      return "new";
    case Status::skipped:
      return "skipped";
    case Status::pass:
      return "pass";
  }
  return "?";
}

std::string_view to_string(Bound bound) {
  switch (bound) {
    case Bound::policy:
      return "policy";
    case Bound::policy_override:
      return "override";
    case Bound::noise_floor:
      return "noise floor";
  }
  return "?";
}

std::string_view to_string(Reason reason) {
  switch (reason) {
    case Reason::none:
      return "none";
    case Reason::slower:
      return "slower";
    case Reason::faster:
      return "faster";
    case Reason::one_process:
      return "one process";
    case Reason::too_few_processes:
      return "too few processes";
    case Reason::no_raw_values:
      return "no raw values";
    case Reason::resolution:
      return "resolution";
    case Reason::context:
      return "context";
    case Reason::throttled:
      return "throttled";
    case Reason::drift:
      return "drift";
    case Reason::modes:
      return "modes";
    case Reason::card:
      return "card";
    case Reason::not_confirmed:
      return "not confirmed";
    case Reason::counter:
      return "counter";
    case Reason::output_hash:
      return "output hash";
    case Reason::failed:
      return "failed";
    case Reason::not_measured:
      return "not measured";
    case Reason::not_in_baseline:
      return "not in baseline";
  }
  return "?";
}

bool fails(const Verdict& verdict, const JudgeOptions& options) {
  switch (verdict.status) {
    case Status::error:
    case Status::missing:
    case Status::numerics_changed:
    case Status::regression:
    case Status::expired:
    case Status::counter_changed:
      return true;
    case Status::new_row:
      return options.require_baseline;
    case Status::skipped:
      return verdict.baseline_processes > 0;
    case Status::unstable:
    case Status::inconclusive:
    case Status::unexpectedly_fixed:
    case Status::expected:
    case Status::improved:
    case Status::pass:
      return false;
  }
  return true;
}

bool undecided(const Verdict& verdict) {
  return verdict.status == Status::inconclusive || verdict.status == Status::unstable;
}

int exit_code(const Judgement& judgement, const JudgeOptions& options) {
  constexpr int pass = 0;
  constexpr int regression = 1;
  constexpr int inconclusive = 3;
  constexpr int skipped = 77;
  const auto& verdicts = judgement.verdicts;
  const auto any = [&](auto&& predicate) { return std::any_of(verdicts.begin(), verdicts.end(), predicate); };

  if (!judgement.skipped.empty()) return skipped;
  if (!any(overlaps)) return inconclusive;
  if (any([&](const Verdict& verdict) { return fails(verdict, options); })) return regression;
  if (judgement.compared == 0) return inconclusive;
  return any([](const Verdict& verdict) { return undecided(verdict); }) && options.inconclusive_fails ? inconclusive
                                                                                                      : pass;
}

}  // namespace warpmark
