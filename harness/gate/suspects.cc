#include "harness/gate/suspects.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/gate/quantities.h"
#include "harness/gate/summary.h"

namespace warpmark {

namespace {

bool is_suspect(const Verdict& verdict, const SuspectOptions& options) {
  switch (verdict.status) {
    case Status::regression:
      return verdict.reason == Reason::slower;
    case Status::expired:
      return true;
    case Status::improved:
      return options.improvements;
    case Status::inconclusive:
      return verdict.reason == Reason::one_process || verdict.reason == Reason::too_few_processes;
    default:
      return false;
  }
}

const Verdict* find(const Judgement& judgement, const std::string& key) {
  const auto found = std::find_if(judgement.verdicts.begin(), judgement.verdicts.end(),
                                  [&](const Verdict& verdict) { return verdict.key == key; });
  return found == judgement.verdicts.end() ? nullptr : &*found;
}

bool opposite(Status a, Status b) {
  return (a == Status::regression && b == Status::improved) || (a == Status::improved && b == Status::regression);
}

Verdict confirmed(const Verdict& screened, const Verdict* fresh) {
  if (fresh == nullptr) {
    Verdict verdict = screened;
    verdict.status = Status::inconclusive;
    verdict.reason = Reason::not_measured;
    verdict.detail = "a suspect that was not measured again; screen: " + screened.detail;
    return verdict;
  }
  Verdict verdict = *fresh;
  if (screened.status == Status::inconclusive) return verdict;

  const bool contrary = opposite(screened.status, fresh->status);
  const bool vanished = fresh->status == Status::pass;
  const std::string both = fmt::format("{} in the screen, {} in {} fresh processes", change_text(screened.ratio),
                                       change_text(fresh->ratio), fresh->run_processes);
  if (vanished || contrary) {
    verdict.status = vanished ? Status::pass : Status::inconclusive;
    verdict.reason = Reason::not_confirmed;
    verdict.detail = "not shown again: " + both;
  } else if (fresh->status == screened.status) {
    verdict.detail = fmt::format("shown again: {}; {}", both, fresh->detail);
  }
  return verdict;
}

}  // namespace

std::vector<std::string> suspects(const Judgement& screen, const SuspectOptions& options) {
  std::vector<std::string> keys;
  for (const Verdict& verdict : screen.verdicts) {
    if (is_suspect(verdict, options)) keys.push_back(verdict.key);
  }
  return keys;
}

Judgement confirm(Judgement screen, const Judgement& confirming, const SuspectOptions& options) {
  for (Verdict& verdict : screen.verdicts) {
    if (is_suspect(verdict, options)) verdict = confirmed(verdict, find(confirming, verdict.key));
  }
  summarise(screen);
  return screen;
}

}  // namespace warpmark
