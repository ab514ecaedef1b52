#include "harness/report/verdict_json.h"

#include "harness/report/rerun.h"

namespace warpmark {
namespace {

using Json = nlohmann::ordered_json;

constexpr int verdicts_schema = 1;

/// 0 stands for "none" in a verdict.
Json number(double value) { return value > 0 ? Json(value) : Json(nullptr); }

Json verdict_json(const Verdict& verdict, const JudgeOptions& options, const std::string& gate) {
  return {{"key", verdict.key},
          {"verdict", to_string(verdict.status)},
          {"fails", fails(verdict, options)},
          {"reason", to_string(verdict.reason)},
          {"detail", verdict.detail},
          {"causes", verdict.causes},
          {"baseline_us", number(verdict.baseline_us)},
          {"run_us", number(verdict.run_us)},
          {"ratio", number(verdict.ratio)},
          {"tolerance", verdict.ratio > 0 ? Json(verdict.tolerance) : Json(nullptr)},
          {"tolerance_bound", verdict.ratio > 0 ? Json(to_string(verdict.bound)) : Json(nullptr)},
          {"p", verdict.ratio > 0 ? Json(verdict.p) : Json(nullptr)},
          {"processes_us", verdict.processes_us},
          {"run_processes", verdict.run_processes},
          {"baseline_processes", verdict.baseline_processes},
          {"baseline_sessions", verdict.baseline_sessions},
          {"by_own_card", verdict.by_own_card},
          {"again", rerun_command(gate, verdict.key)}};
}

}  // namespace

Json judgement_json(const Judgement& judgement, const JudgeOptions& options, const std::string& gate) {
  Json json = {{"warpmark_verdicts", verdicts_schema},
               {"subject", judgement.subject},
               {"exit_code", exit_code(judgement, options)},
               {"skipped", judgement.skipped.empty() ? Json(nullptr) : Json(judgement.skipped)},
               {"compared", judgement.compared},
               {"baseline_rows", judgement.baseline_rows},
               {"headlines", judgement.headlines},
               {"notes", judgement.notes},
               {"verdicts", Json::array()}};
  for (const Verdict& verdict : judgement.verdicts) json["verdicts"].push_back(verdict_json(verdict, options, gate));
  return json;
}

}  // namespace warpmark
