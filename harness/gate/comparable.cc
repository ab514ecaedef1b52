#include "harness/gate/comparable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>

#include "harness/baseline/run_context.h"

namespace warpmark {

namespace {

/// One piece of context on both sides. Empty texts are unknown; numbers are 0 for facts that are words.
struct Fact {
  std::string name;   // as the policy spells it
  std::string label;  // as people do
  std::string baseline;
  std::string run;
  double baseline_number = 0;
  double run_number = 0;
};

std::string quantity(double number, const char* unit) {
  return number == 0 ? "" : fmt::format("{:g} {}", number, unit);
}

Fact number_fact(const char* name, const char* label, const char* unit, double baseline, double run) {
  return {name, label, quantity(baseline, unit), quantity(run, unit), baseline, run};
}

std::string ecc_text(std::optional<bool> ecc) {
  if (!ecc) return "";
  return *ecc ? "on" : "off";
}

ContextRule rule_for(const std::string& name, const Policy& policy) {
  if (name == "timer") return {};  // exact: times of two timers are never compared
  const auto decided = policy.context.find(name);
  return decided == policy.context.end() ? default_context().at(name) : decided->second;
}

std::string major(const std::string& version) { return version.substr(0, version.find('.')); }

bool agrees(const Fact& fact, const ContextRule& rule) {
  if (fact.baseline == fact.run) return true;
  if (rule.kind == ContextRule::Kind::major) return major(fact.baseline) == major(fact.run);
  if (rule.kind != ContextRule::Kind::relative || fact.baseline_number == 0) return false;
  return std::abs(fact.run_number / fact.baseline_number - 1) <= rule.relative;
}

std::vector<Fact> facts_of(const Session& session, const RunFacts& run) {
  return {{"timer", "timer", session.timer, run.timer},
          {"driver", "driver", session.driver, run.driver},
          {"cuda", "CUDA", session.cuda, run.cuda},
          {"ecc", "ECC", ecc_text(session.ecc), ecc_text(run.gpu.ecc)},
          number_fact("power_limit_w", "power limit", "W", session.power_limit_w, run.gpu.power_limit_w),
          number_fact("sm_mhz", "SM clock", "MHz", session.sm_mhz, run.gpu.sm_mhz),
          number_fact("memory_mhz", "memory clock", "MHz", session.memory_mhz, run.gpu.memory_mhz)};
}

void compare_session(const Session& session, const std::vector<Fact>& facts, const Policy& policy,
                     Comparability& result) {
  std::vector<std::string> unknown;
  std::vector<std::string> disagreements;
  for (const Fact& fact : facts) {
    if (fact.baseline.empty() != fact.run.empty()) {
      unknown.push_back(fact.label);
      continue;
    }
    const ContextRule rule = rule_for(fact.name, policy);
    if (agrees(fact, rule)) continue;
    std::string both =
        fmt::format("{} {} in baseline {}, {} in the run", fact.label, fact.baseline, session.id, fact.run);
    if (rule.kind == ContextRule::Kind::warn) {
      result.notes.push_back(both + "; compared all the same");
    } else {
      disagreements.push_back(std::move(both));
    }
  }
  if (!unknown.empty()) {
    result.notes.push_back(fmt::format("{} not recorded in one of baseline {} and the run: taken as agreeing",
                                       fmt::join(unknown, ", "), session.id));
  }
  if (disagreements.empty()) return;
  result.left_out[session.id] = fmt::format("{}", fmt::join(disagreements, "; "));
  result.notes.push_back("session left out: " + result.left_out[session.id]);
}

}  // namespace

Comparability compare_context(const Run& run, const Baseline& baseline, const Policy& policy) {
  Comparability result;
  if (run.facts.gpu.name.empty()) {
    result.notes.push_back("GPU not recorded in the run: taken as " + gpu_model(baseline.gpu));
  } else if (!same_model(run.facts.gpu, baseline.gpu)) {
    result.same_gpu = false;
    const std::string both =
        fmt::format("GPU {} in the baseline, {} in the run", gpu_model(baseline.gpu), gpu_model(run.facts.gpu));
    for (const Session& session : baseline.sessions) result.left_out[session.id] = both;
    result.notes.push_back("nothing is comparable: " + both);
    return result;
  }
  if (const std::string why = clock_set_back(run); !why.empty()) {
    const std::string text = "the machine's clock was set back during the run: " + why;
    for (const Session& session : baseline.sessions) result.left_out[session.id] = text;
    result.notes.push_back("nothing is comparable: " + text);
    return result;
  }
  const RunFacts facts = observed(run);
  for (const Session& session : baseline.sessions) compare_session(session, facts_of(session, facts), policy, result);
  return result;
}

}  // namespace warpmark
