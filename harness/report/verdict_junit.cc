#include "harness/report/verdict_junit.h"

#include "harness/report/junit.h"
#include "harness/report/rerun.h"
#include "harness/report/verdict_words.h"

namespace warpmark {
namespace {

using Outcome = JunitCase::Outcome;

Outcome outcome_of(const Verdict& verdict, const JudgeOptions& options) {
  if (verdict.status == Status::error) return Outcome::error;
  if (fails(verdict, options)) return Outcome::failed;
  if (undecided(verdict)) return options.inconclusive_fails ? Outcome::error : Outcome::skipped;
  if (verdict.status == Status::new_row || verdict.status == Status::skipped) return Outcome::skipped;
  return Outcome::passed;
}

std::string text_of(const Verdict& verdict, const std::string& gate) {
  std::string text = verdict.detail + "\n";
  for (const std::string& cause : verdict.causes) text += "cause: " + cause + "\n";
  return text + "again: " + rerun_command(gate, verdict.key) + "\n";
}

JunitCase case_of(const Verdict& verdict, const JudgeOptions& options, const std::string& gate) {
  JunitCase result{verdict.key.substr(0, verdict.key.find('/')), verdict.key, outcome_of(verdict, options)};
  result.seconds = verdict.run_us * 1e-6;
  if (result.outcome != Outcome::passed) {
    result.message = verdict_text(verdict) + ": " + verdict.detail;
    result.detail = text_of(verdict, gate);
    if (result.outcome != Outcome::skipped) result.type = to_string(verdict.status);
  } else if (!is_plain_pass(verdict)) {
    result.detail = verdict_text(verdict) + ": " + text_of(verdict, gate);
  }
  return result;
}

}  // namespace

std::string verdict_junit(const Judgement& judgement, const JudgeOptions& options, const std::string& gate) {
  JunitSuite suite;
  suite.name = "warpmark";
  if (!judgement.subject.empty()) suite.properties = {{"subject", judgement.subject}};
  if (!judgement.skipped.empty()) {
    JunitCase gate_itself{"warpmark", "gate", Outcome::skipped};
    gate_itself.message = judgement.skipped;
    suite.cases.push_back(gate_itself);
  }
  for (const Verdict& verdict : judgement.verdicts) suite.cases.push_back(case_of(verdict, options, gate));
  for (const std::string& line : judgement.headlines) suite.output += line + "\n";
  for (const std::string& note : judgement.notes) suite.output += "note: " + note + "\n";
  return junit_xml({suite});
}

}  // namespace warpmark
