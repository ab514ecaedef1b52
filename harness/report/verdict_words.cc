#include "harness/report/verdict_words.h"

#include <fmt/format.h>

#include <map>

namespace warpmark {

std::string verdict_text(const Verdict& verdict) {
  const std::string status(to_string(verdict.status));
  return verdict.reason == Reason::none ? status : fmt::format("{} ({})", status, to_string(verdict.reason));
}

std::string counts_text(const Judgement& judgement) {
  std::map<Status, int> counts;
  for (const Verdict& verdict : judgement.verdicts) ++counts[verdict.status];
  for (const Status always : {Status::regression, Status::missing, Status::pass}) counts.try_emplace(always, 0);
  std::string text;
  for (const auto& [status, number] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, to_string(status));
  }
  return fmt::format("{} ({} of {} compared)", text, judgement.compared, judgement.baseline_rows);
}

std::string_view outcome_text(int exit_code) {
  switch (exit_code) {
    case 0:
      return "PASS";
    case 1:
      return "FAIL";
    case 3:
      return "INCONCLUSIVE";
    case 77:
      return "SKIPPED";
    default:
      return "ERROR";
  }
}

bool is_plain_pass(const Verdict& verdict) { return verdict.status == Status::pass && verdict.reason == Reason::none; }

}  // namespace warpmark
