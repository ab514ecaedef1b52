#include "harness/codegen/judge.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "harness/codegen/names.h"
#include "harness/run/glob.h"
#include "harness/run/input_error.h"

namespace warpmark::codegen {
namespace {

using Kind = Finding::Kind;

bool is_for(const Expectation& expectation, const std::string& target) {
  return expectation.targets.empty() || std::any_of(expectation.targets.begin(), expectation.targets.end(),
                                                    [&](const std::string& glob) { return glob_match(glob, target); });
}

std::vector<Access> accesses_of(const Kernel& kernel, std::string_view glob) {
  std::vector<Access> accesses;
  for (const Access& access : kernel.accesses)
    if (std::any_of(access.metrics.begin(), access.metrics.end(),
                    [&](const std::string& metric) { return glob_match(glob, metric); }))
      accesses.push_back(access);
  return accesses;
}

/// Where 128-bit loads are missed, the loads that are there instead are what to look at.
std::vector<Access> accesses_to_show(const Kernel& kernel, const std::string& glob) {
  std::vector<Access> accesses = accesses_of(kernel, glob);
  const auto width = glob.rfind('_');
  const bool has_width =
      width != std::string::npos && glob.find_first_not_of("0123456789*", width + 1) == std::string::npos;
  if (accesses.empty() && has_width) accesses = accesses_of(kernel, glob.substr(0, width + 1) + "*");
  return accesses;
}

/// False where no target at hand is of those it is for. One that judges no kernel of the targets at hand guards
/// nothing: throws InputError.
bool has_subject(const Expectation& expectation, const Census& census) {
  bool has_target = false;
  for (const Kernel& kernel : census.kernels) {
    if (!is_for(expectation, kernel.target)) continue;
    has_target = true;
    if (matches(expectation.match, kernel.name)) return true;
  }
  if (!has_target) return false;
  throw InputError(expectation.place,
                   fmt::format("no kernel matches {}, so this expectation guards nothing", expectation.match),
                   "correct or remove it; `warpmark codegen show` lists the kernels");
}

/// sm_90 before sm_100.
struct OlderTarget {
  bool operator()(const std::string& a, const std::string& b) const {
    return std::tuple(a.size(), std::string_view(a)) < std::tuple(b.size(), std::string_view(b));
  }
};
using Targets = std::set<std::string, OlderTarget>;

class Judge {
 public:
  Judge(const Census& census, std::string filter) : census_(census), filter_(std::move(filter)) {
    result_.notes = census.notes;
    std::set<std::string_view> names;
    std::set<std::string_view> targets;
    for (const Kernel& kernel : census.kernels) {
      if (!is_selected(kernel.name)) continue;
      ++result_.kernels;
      names.insert(kernel.name);
      targets.insert(kernel.target);
    }
    result_.names = names.size();
    result_.targets = targets.size();
  }

  void expect(const std::vector<Expectation>& expectations) {
    for (const Expectation& expectation : expectations) {
      if (!has_subject(expectation, census_))
        note_once(fmt::format("{}: {} is expected of other targets than these binaries have", expectation.place,
                              expectation.match));
      for (const Kernel& kernel : census_.kernels) {
        if (!is_selected(kernel.name) || !is_for(expectation, kernel.target) ||
            !matches(expectation.match, kernel.name))
          continue;
        guarded_.insert(&kernel);
        hold_to(expectation, kernel);
      }
    }
    result_.expected = guarded_.size();
  }

  void compare(const RecordedCensus& recorded) {
    std::map<std::string, std::map<std::string, const Kernel*>> by_target;
    for (const Kernel& kernel : census_.kernels) by_target[kernel.target][kernel.name] = &kernel;
    Targets unknown;
    Targets absent;
    for (const auto& [target, kernels] : by_target) {
      const auto found = recorded.find(target);
      if (found == recorded.end()) {
        unknown.insert(target);
        continue;
      }
      for (const auto& [name, kernel] : kernels)
        if (is_selected(name)) compare(*kernel, found->second);
      find_vanished(target, found->second, kernels);
    }
    for (const auto& [target, kernels] : recorded)
      if (!by_target.contains(target)) absent.insert(target);
    if (!unknown.empty())
      result_.notes.push_back(fmt::format("no machine code is recorded for {}", fmt::join(unknown, ", ")));
    if (!absent.empty())
      result_.notes.push_back(fmt::format("machine code is recorded for {} as well, which these binaries have none for",
                                          fmt::join(absent, ", ")));
  }

  Judgement result() {
    note_unguarded();
    // sm_80, sm_90, sm_100 of a kernel one after another.
    const auto rank = [](const Finding& finding) {
      return std::tuple(finding.kind, std::string_view(finding.kernel), finding.target.size(),
                        std::string_view(finding.target));
    };
    std::stable_sort(result_.findings.begin(), result_.findings.end(),
                     [&](const Finding& a, const Finding& b) { return rank(a) < rank(b); });
    return std::move(result_);
  }

 private:
  bool is_selected(const std::string& name) const { return matches(filter_, name); }

  void hold_to(const Expectation& expectation, const Kernel& kernel) {
    Finding finding{Kind::unexpected, kernel.name, kernel.target, {}, expectation.because, expectation.place};
    for (const Bound& bound : expectation.bounds) {
      const std::uint64_t count = sum_of(kernel.metrics, bound.metric);
      if (bound.holds(count)) continue;
      finding.deviations.push_back(
          {bound.metric, to_string(bound), std::to_string(count), accesses_to_show(kernel, bound.metric)});
    }
    if (!finding.deviations.empty()) result_.findings.push_back(std::move(finding));
  }

  void compare(const Kernel& kernel, const RecordedTarget& recorded) {
    guarded_.insert(&kernel);
    const auto same_compiler = recorded.find(kernel.compiler);
    if (same_compiler != recorded.end()) {
      const auto known = same_compiler->second.find(kernel.name);
      if (known == same_compiler->second.end()) {
        result_.findings.push_back({Kind::added, kernel.name, kernel.target, {}, "", ""});
        return;
      }
      ++result_.recorded;
      if (known->second.is_edited)
        note_once(
            fmt::format("the record of {} holds entries that were edited by hand or badly merged, {} for one: "
                        "their checksums do not match; record them anew",
                        kernel.target, bare_name(kernel.name)));
      add_if_deviates(Kind::changed, kernel, known->second);
      return;
    }
    for (const auto& [compiler, kernels] : recorded) {
      note_once(
          fmt::format("{} was recorded with compiler {}, these binaries are built with {}: differences are no failures",
                      kernel.target, compiler, kernel.compiler));
      if (const auto known = kernels.find(kernel.name); known != kernels.end())
        add_if_deviates(Kind::recompiled, kernel, known->second);
    }
  }

  void add_if_deviates(Kind kind, const Kernel& kernel, const RecordedKernel& recorded) {
    Finding finding{kind, kernel.name, kernel.target, {}, "", ""};
    for (const std::string& metric : metric_names()) {
      const std::uint64_t before = sum_of(recorded.metrics, metric);
      const std::uint64_t now = sum_of(kernel.metrics, metric);
      if (before == now) continue;
      finding.deviations.push_back(
          {metric, std::to_string(before), std::to_string(now), accesses_to_show(kernel, metric)});
    }
    // Another compiler's code differs in its encoding in any case.
    if (finding.deviations.empty() && kind == Kind::changed && recorded.hash != kernel.hash)
      finding.deviations.push_back({code_itself, recorded.hash, kernel.hash, {}});
    if (!finding.deviations.empty()) result_.findings.push_back(std::move(finding));
  }

  /// Only the compilers at hand: another's kernels are no business of this build.
  void find_vanished(const std::string& target, const RecordedTarget& recorded,
                     const std::map<std::string, const Kernel*>& kernels) {
    std::set<std::string> compilers;
    for (const auto& [name, kernel] : kernels) compilers.insert(kernel->compiler);
    for (const auto& [compiler, known] : recorded) {
      if (!compilers.contains(compiler)) continue;
      for (const auto& [name, kernel] : known)
        if (is_selected(name) && !kernels.contains(name))
          result_.findings.push_back({Kind::vanished, name, target, {}, "", ""});
    }
  }

  /// Beside kernels that are guarded: where none is, that is said otherwise.
  void note_unguarded() {
    const Kernel* first = nullptr;
    std::set<std::string_view> unguarded;
    for (const Kernel& kernel : census_.kernels) {
      if (!is_selected(kernel.name) || guarded_.contains(&kernel)) continue;
      if (unguarded.empty()) first = &kernel;
      unguarded.insert(kernel.name);
    }
    if (unguarded.empty() || guarded_.empty()) return;
    const bool is_one = unguarded.size() == 1;
    note_once(
        fmt::format("{} of {} kernels {} guarded by nothing ({} for {}): write an expectation, or record what "
                    "{} now, by warpmark codegen record",
                    unguarded.size(), result_.names, is_one ? "is" : "are", bare_name(first->name), first->target,
                    is_one ? "it is" : "they are"));
  }

  void note_once(const std::string& note) {
    if (std::find(result_.notes.begin(), result_.notes.end(), note) == result_.notes.end())
      result_.notes.push_back(note);
  }

  const Census& census_;
  std::string filter_;
  std::set<const Kernel*> guarded_;  // by an expectation, or by the record of its target
  Judgement result_;
};

}  // namespace

bool Judgement::failed() const {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) { return finding.fails(); });
}

Judgement judge(const Census& census, const std::vector<Expectation>& expectations, const RecordedCensus& recorded,
                const std::string& filter) {
  Judge judge(census, filter);
  judge.expect(expectations);
  judge.compare(recorded);
  return judge.result();
}

}  // namespace warpmark::codegen
