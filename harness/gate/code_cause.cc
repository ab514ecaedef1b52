#include "harness/gate/code_cause.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

namespace warpmark {

namespace {

using Count = std::uint64_t;

constexpr std::string_view spaces[] = {"global", "shared", "local", "generic"};
constexpr std::string_view operations[] = {"load", "store"};
constexpr unsigned widths_bits[] = {256, 128, 64, 32, 16, 8};

struct Change {
  Count before = 0;
  Count after = 0;
  bool moved() const { return before != after; }
};

class Comparison {
 public:
  Comparison(const KernelCode& before, const KernelCode& after) : before_(before), after_(after) {}

  CodeChanges changes() {
    for (const std::string_view operation : operations) {
      for (const std::string_view space : {"shared", "global", "local"}) find_lost_space(space, operation);
    }
    for (const std::string_view space : spaces) {
      for (const std::string_view operation : operations) find_width(space, operation);
    }
    find_spills();
    for (const std::string_view space : spaces) {
      for (const std::string_view operation : operations) find_number(space, operation);
    }
    CodeChanges found;
    found.accesses = std::exchange(changes_, {});
    for (const auto& [name, change] : rest()) {
      say(fmt::format("{} {} -> {}", name, change.before, change.after), lines_of({name}));
    }
    found.others = std::move(changes_);
    return found;
  }

 private:
  static Count count(const KernelCode& code, const std::string& metric) {
    const auto found = code.metrics.find(metric);
    return found == code.metrics.end() ? 0 : found->second;
  }
  Change change(const std::string& metric) const { return {count(before_, metric), count(after_, metric)}; }

  static std::string metric(std::string_view space, std::string_view operation, unsigned bits) {
    return fmt::format("{}_{}_{}", space, operation, bits);
  }

  Change total(std::string_view space, std::string_view operation) const {
    Change sum;
    for (const unsigned bits : widths_bits) {
      const Change one = change(metric(space, operation, bits));
      sum.before += one.before;
      sum.after += one.after;
    }
    return sum;
  }

  /// Marks what has been told, so that it is told once.
  void tell(std::string_view space, std::string_view operation) {
    for (const unsigned bits : widths_bits) told_.insert(metric(space, operation, bits));
  }
  bool told(std::string_view space, std::string_view operation) const {
    return told_.contains(metric(space, operation, widths_bits[0]));
  }

  /// The source lines of those `metrics` that grew.
  std::set<std::string> lines_of(const std::vector<std::string>& metrics) const {
    std::set<std::string> lines;
    for (const std::string& metric : metrics) {
      const auto found = after_.places.find(metric);
      if (found != after_.places.end() && change(metric).after > change(metric).before)
        lines.insert(found->second.begin(), found->second.end());
    }
    return lines;
  }
  std::set<std::string> lines_of(std::string_view space, std::string_view operation) const {
    std::vector<std::string> metrics;
    for (const unsigned bits : widths_bits) metrics.push_back(metric(space, operation, bits));
    return lines_of(metrics);
  }

  void say(const std::string& text, const std::set<std::string>& lines) {
    constexpr std::size_t shown = 3;
    if (lines.empty()) {
      changes_.push_back(text);
      return;
    }
    const auto end = std::next(lines.begin(), static_cast<std::ptrdiff_t>(std::min(shown, lines.size())));
    changes_.push_back(
        fmt::format("{} at {}{}", text, fmt::join(lines.begin(), end, ", "),
                    lines.size() > shown ? fmt::format(" and {} more lines", lines.size() - shown) : ""));
  }

  /// Fewer accesses of the space, and generic ones instead.
  void find_lost_space(std::string_view space, std::string_view operation) {
    const Change named = total(space, operation);
    const Change generic = total("generic", operation);
    const bool to_generic = named.after < named.before && generic.after > generic.before;
    const bool from_generic = named.after > named.before && generic.after < generic.before;
    if ((!to_generic && !from_generic) || told("generic", operation)) return;
    say(fmt::format("{0} {1}s {2} generic ({0} {3} -> {4}, generic {5} -> {6})", space, operation,
                    to_generic ? "became" : "are no longer", named.before, named.after, generic.before, generic.after),
        lines_of(to_generic ? "generic" : space, operation));
    tell(space, operation);
    tell("generic", operation);
  }

  std::string by_width(std::string_view space, std::string_view operation) const {
    std::vector<std::string> parts;
    for (const unsigned bits : widths_bits) {
      const Change one = change(metric(space, operation, bits));
      if (one.moved()) parts.push_back(fmt::format("{}-bit {} -> {}", bits, one.before, one.after));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  /// Another mean width of the space's accesses.
  void find_width(std::string_view space, std::string_view operation) {
    if (told(space, operation)) return;
    double bits_before = 0;
    double bits_after = 0;
    for (const unsigned bits : widths_bits) {
      const Change one = change(metric(space, operation, bits));
      bits_before += static_cast<double>(one.before) * bits;
      bits_after += static_cast<double>(one.after) * bits;
    }
    const Change sum = total(space, operation);
    if (sum.before == 0 || sum.after == 0) return;
    const double before = bits_before / static_cast<double>(sum.before);
    const double after = bits_after / static_cast<double>(sum.after);
    if (before == after) return;
    say(fmt::format("{} {}s {} ({})", space, operation, after < before ? "narrowed" : "widened",
                    by_width(space, operation)),
        lines_of(space, operation));
    tell(space, operation);
  }

  void find_spills() {
    const Change loads = change("spill_load");
    const Change stores = change("spill_store");
    told_.insert({"spill_load", "spill_store"});
    if (!loads.moved() && !stores.moved()) return;
    const Count before = loads.before + stores.before;
    const Count after = loads.after + stores.after;
    say(fmt::format("{} to local memory (loads {} -> {}, stores {} -> {})",
                    before == 0       ? "registers spill"
                    : after > before  ? "more spills"
                    : after == before ? "other spills"
                                      : "fewer spills",
                    loads.before, loads.after, stores.before, stores.after),
        lines_of({"spill_load", "spill_store"}));
    for (const std::string_view operation : operations) {
      const Change spill = change(fmt::format("spill_{}", operation));
      const Change local = total("local", operation);
      if (local.after - local.before == spill.after - spill.before) tell("local", operation);
    }
  }

  void find_number(std::string_view space, std::string_view operation) {
    if (told(space, operation)) return;
    tell(space, operation);
    const Change sum = total(space, operation);
    const std::string widths = by_width(space, operation);
    if (widths.empty()) return;
    say(fmt::format("{} {} {}s ({})",
                    sum.after > sum.before   ? "more"
                    : sum.after < sum.before ? "fewer"
                                             : "other",
                    space, operation, widths),
        lines_of(space, operation));
  }

  /// What has no words of its own, `instructions` last: it moves with everything else.
  std::vector<std::pair<std::string, Change>> rest() const {
    std::set<std::string> names;
    for (const KernelCode* code : {&before_, &after_}) {
      for (const auto& [name, number] : code->metrics) names.insert(name);
    }
    std::vector<std::pair<std::string, Change>> changes;
    for (const std::string& name : names) {
      if (!told_.contains(name) && change(name).moved()) changes.emplace_back(name, change(name));
    }
    std::stable_partition(changes.begin(), changes.end(), [](const auto& c) { return c.first != "instructions"; });
    return changes;
  }

  const KernelCode& before_;
  const KernelCode& after_;
  std::set<std::string> told_;  // metrics
  std::vector<std::string> changes_;
};

}  // namespace

CodeChanges code_changes(const KernelCode& before, const KernelCode& after) {
  return Comparison(before, after).changes();
}

}  // namespace warpmark
