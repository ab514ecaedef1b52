#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "harness/codegen/classify.h"
#include "harness/codegen/names.h"
#include "harness/codegen/place.h"
#include "harness/report/codegen_text.h"
#include "harness/report/codegen_words.h"
#include "harness/run/shell_words.h"

namespace warpmark {
namespace {

constexpr std::size_t lines_shown = 6;      // of accesses at different places
constexpr std::size_t findings_shown = 20;  // of each kind that does not fail

constexpr const char* same_counts = "    the same counts in other code\n";

/// "LDG.E at kernels/copy/copy.cu:25, inlined at kernels/copy/copy.cu:29"
std::string access_text(const codegen::Access& access) {
  std::string text(codegen::Mnemonic(access.instruction).full);
  for (std::size_t i = 0; i < access.places.size(); ++i)
    text += (i == 0 ? " at " : ", inlined at ") + place_text(access.places[i]);
  return text;
}

/// "4 x LDG.E at kernels/copy/copy.cu:25, in kernels/copy/copy.cu:29", most frequent place first.
void print_accesses(std::ostream& out, const std::vector<codegen::Access>& accesses) {
  std::map<std::string, std::size_t> counts;
  for (const codegen::Access& access : accesses) ++counts[access_text(access)];
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  for (std::size_t i = 0; i < std::min(lines_shown, sorted.size()); ++i)
    out << fmt::format("      {} x {}\n", sorted[i].second, sorted[i].first);
  if (sorted.size() > lines_shown)
    out << fmt::format("      ... and {} more place{}\n", sorted.size() - lines_shown,
                       sorted.size() == lines_shown + 1 ? "" : "s");
}

/// A finding, and the targets that have it alike.
struct Folded {
  const codegen::Finding* finding;
  std::string targets;  // "sm_80, sm_90"
};

bool is_alike(const codegen::Finding& a, const codegen::Finding& b) {
  const auto says = [](const codegen::Deviation& deviation) {
    return std::tie(deviation.metric, deviation.expected, deviation.found);
  };
  return a.kind == b.kind && a.kernel == b.kernel && a.place == b.place &&
         std::equal(a.deviations.begin(), a.deviations.end(), b.deviations.begin(), b.deviations.end(),
                    [&](const auto& x, const auto& y) { return says(x) == says(y); });
}

std::vector<Folded> folded(const std::vector<codegen::Finding>& findings) {
  std::vector<Folded> all;
  for (const codegen::Finding& finding : findings) {
    const auto alike =
        std::find_if(all.begin(), all.end(), [&](const Folded& known) { return is_alike(*known.finding, finding); });
    if (alike == all.end())
      all.push_back({&finding, finding.target});
    else
      alike->targets += ", " + finding.target;
  }
  return all;
}

/// Of accesses that two metrics share (what spills is local memory, say), only the first tells where.
bool is_shown_above(const codegen::Finding& finding, const codegen::Deviation& deviation) {
  const auto same = [&](const codegen::Deviation& other) {
    return std::equal(other.accesses.begin(), other.accesses.end(), deviation.accesses.begin(),
                      deviation.accesses.end(),
                      [](const auto& x, const auto& y) { return access_text(x) == access_text(y); });
  };
  const auto first = std::find_if(finding.deviations.begin(), finding.deviations.end(), same);
  return &*first != &deviation;
}

/// Short, but with its parameters where another kernel has the same short name.
class NamesToShow {
 public:
  explicit NamesToShow(const std::vector<codegen::Finding>& findings) {
    for (const codegen::Finding& finding : findings)
      kernels_[codegen::short_name(finding.kernel)].insert(finding.kernel);
  }
  std::string of(const std::string& kernel) const {
    std::string name = codegen::short_name(kernel);
    return kernels_.at(name).size() > 1 ? codegen::demangled(kernel) : name;
  }

 private:
  std::map<std::string, std::set<std::string>> kernels_;
};

/// `places`: whether to tell where its accesses are.
void print_finding(std::ostream& out, const Folded& folded, const std::string& kernel, bool places) {
  const codegen::Finding& finding = *folded.finding;
  out << fmt::format("{:<11} {}  {}\n", to_string(finding.kind), folded.targets, kernel);
  const bool is_bound = finding.kind == codegen::Finding::Kind::unexpected;
  for (const codegen::Deviation& deviation : finding.deviations) {
    if (deviation.metric == codegen::code_itself) {
      out << same_counts;
      continue;
    }
    const std::string words = is_bound ? fmt::format("expected {}, found {}", deviation.expected, deviation.found)
                                       : fmt::format("{} -> {}", deviation.expected, deviation.found);
    out << fmt::format("    {}: {}\n", deviation.metric, words);
    if (places && !is_shown_above(finding, deviation)) print_accesses(out, deviation.accesses);
  }
  if (!finding.because.empty()) out << fmt::format("    because: {} ({})\n", finding.because, finding.place);
}

/// Once for all findings: what to do about each kind of them, and how to see the whole of the first.
void print_remedies(std::ostream& out, const codegen::Judgement& judgement, const std::string& program,
                    const std::string& into) {
  using Kind = codegen::Finding::Kind;
  const auto first_of = [&](auto... kinds) -> const codegen::Finding* {
    const auto found = std::find_if(judgement.findings.begin(), judgement.findings.end(),
                                    [&](const codegen::Finding& finding) { return ((finding.kind == kinds) || ...); });
    return found == judgement.findings.end() ? nullptr : &*found;
  };
  if (const auto* first = first_of(Kind::unexpected, Kind::changed))
    out << fmt::format("details of one kernel: warpmark codegen show {} --target {} --all-metrics --filter '{}'\n",
                       program, first->target, first->kernel);
  if (const auto* first = first_of(Kind::unexpected))
    out << fmt::format("if it is meant: change what is expected, {}\n", first->place);
  if (first_of(Kind::changed, Kind::vanished) != nullptr)
    out << fmt::format("if it is meant: warpmark codegen record {}{}{}\n", program,
                       first_of(Kind::vanished) != nullptr ? " --prune" : "", into);
  if (first_of(Kind::unmeasured) != nullptr)
    out << fmt::format("measure it again: warpmark run -o run.json -- {}, then warpmark record run.json{}\n", program,
                       into);
  if (first_of(Kind::added) != nullptr)
    out << fmt::format("new is guarded once recorded: warpmark codegen record {}{}\n", program, into);
}

/// "2 kernels", or "2 kernels for 5 targets, 10 in all".
std::string kernels_text(const codegen::Judgement& judgement) {
  std::string names = fmt::format("{} kernel{}", judgement.names, judgement.names == 1 ? "" : "s");
  if (judgement.targets <= 1) return names;
  return fmt::format("{} for {} targets, {} in all", names, judgement.targets, judgement.kernels);
}

std::string_view outcome(int exit_code) { return exit_code == 0 ? "PASS" : exit_code == 1 ? "FAIL" : "INCONCLUSIVE"; }

}  // namespace

void print_codegen_judgement(std::ostream& out, const codegen::Judgement& judgement, const std::string& program,
                             const std::string& baselines, int exit_code) {
  const std::string into = baselines.empty() ? "" : " --baselines " + shell_word(baselines);
  std::map<codegen::Finding::Kind, std::size_t> counts;
  std::size_t failures = 0;
  for (const codegen::Finding& finding : judgement.findings) {
    failures += finding.fails() ? 1U : 0U;
    ++counts[finding.kind];
  }
  std::map<codegen::Finding::Kind, std::size_t> printed;
  std::set<std::tuple<codegen::Finding::Kind, std::string, std::string>> placed;  // the places are of one target
  const NamesToShow names(judgement.findings);
  for (const Folded& each : folded(judgement.findings)) {
    const codegen::Finding& finding = *each.finding;
    const bool is_first = placed.emplace(finding.kind, finding.kernel, finding.place).second;
    if (++printed[finding.kind] <= findings_shown || finding.fails())
      print_finding(out, each, names.of(finding.kernel), is_first);
  }
  for (const auto& [kind, count] : printed)
    if (kind >= codegen::Finding::Kind::added && count > findings_shown)
      out << fmt::format("... and {} more {} (--json has them all)\n", count - findings_shown, to_string(kind));
  print_remedies(out, judgement, program, into);
  for (const std::string& note : judgement.notes) out << "note: " << note << '\n';
  std::string text;
  for (const auto& [kind, count] : counts) text += fmt::format(", {} {}", count, to_string(kind));
  out << fmt::format("{}  {} failure{}{} ({}: {} under expectations, {} recorded; {} measured rows) -> exit {}\n",
                     outcome(exit_code), failures, failures == 1 ? "" : "s", text, kernels_text(judgement),
                     judgement.expected, judgement.recorded, judgement.measured, exit_code);
}

void print_difference(std::ostream& out, const std::vector<codegen::KernelDifference>& differences) {
  using Kind = codegen::KernelDifference::Kind;
  bool lacks_places = false;
  for (const codegen::KernelDifference& difference : differences) {
    out << fmt::format("{:<8} {}  {}\n", to_string(difference.kind), difference.target,
                       codegen::short_name(difference.kernel));
    for (const auto& change : difference.metrics)
      out << fmt::format("    {}: {} -> {}\n", change.metric, change.before, change.after);
    for (const auto& change : difference.accesses) {
      const bool has_place = !change.place.file.empty();
      out << fmt::format("    {} {} x {}{}\n", change.is_added ? '+' : '-', change.count, change.mnemonic,
                         has_place ? " at " + place_text(change.place) : "");
      lacks_places |= !has_place;
    }
    if (difference.kind == Kind::changed && difference.metrics.empty() && difference.accesses.empty())
      out << same_counts;
  }
  if (differences.empty()) out << "the same machine code\n";
  if (lacks_places) out << "note: source lines are known of what was compiled with -lineinfo\n";
}

}  // namespace warpmark
