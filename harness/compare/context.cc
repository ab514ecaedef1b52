#include "harness/compare/context.h"

#include <fmt/format.h>

#include "harness/run/input_error.h"

namespace warpmark::compare {
namespace {

struct Fact {
  const char* name;
  std::string before;
  std::string after;

  bool differs() const { return !before.empty() && !after.empty() && before != after; }
};

std::string host(const Run& run) {
  return run.context.is_object() && run.context.contains("host_name") && run.context["host_name"].is_string()
             ? run.context["host_name"].get<std::string>()
             : "";
}

std::string number(double value, const char* unit) { return value == 0 ? "" : fmt::format("{:g} {}", value, unit); }

std::string ecc(const GpuFacts& gpu) { return gpu.ecc ? (*gpu.ecc ? "on" : "off") : ""; }

}  // namespace

std::vector<std::string> require_comparable(const Run& before, const std::string& before_name, const Run& after,
                                            const std::string& after_name, bool across_cards) {
  const RunFacts a = observed(before);
  const RunFacts b = observed(after);
  const auto both = [&](const Fact& fact) {
    return fmt::format("{} {} in {}, {} in {}", fact.name, fact.before, before_name, fact.after, after_name);
  };
  if (const Fact timer{"timer", a.timer, b.timer}; timer.differs())
    throw InputError(after_name, both(timer), "measure both with one timer: times of two are never compared");

  std::vector<std::string> notes;
  const Fact cards[] = {{"GPU", a.gpu.name, b.gpu.name},
                        {"card", a.gpu.uuid, b.gpu.uuid},
                        {"MIG profile", a.gpu.mig, b.gpu.mig},
                        {"host", host(before), host(after)}};
  for (const Fact& fact : cards) {
    if (!fact.differs()) continue;
    if (!across_cards)
      throw InputError(after_name, both(fact), "measure both on one card, or compare all the same: --across-cards");
    notes.push_back(both(fact));
  }
  const Fact others[] = {{"driver", a.driver, b.driver},
                         {"CUDA", a.cuda, b.cuda},
                         {"compiler", a.compiler, b.compiler},
                         {"revision", a.commit, b.commit},
                         {"ECC", ecc(a.gpu), ecc(b.gpu)},
                         {"power limit", number(a.gpu.power_limit_w, "W"), number(b.gpu.power_limit_w, "W")},
                         {"SM clock", number(a.gpu.sm_mhz, "MHz"), number(b.gpu.sm_mhz, "MHz")},
                         {"memory clock", number(a.gpu.memory_mhz, "MHz"), number(b.gpu.memory_mhz, "MHz")}};
  for (const Fact& fact : others)
    if (fact.differs()) notes.push_back(both(fact));
  return notes;
}

}  // namespace warpmark::compare
