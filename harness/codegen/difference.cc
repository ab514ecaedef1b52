#include "harness/codegen/difference.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

#include "harness/codegen/classify.h"
#include "harness/codegen/names.h"

namespace warpmark::codegen {
namespace {

using Key = std::tuple<std::string, std::string>;  // target, name

std::vector<MetricChange> metric_changes(const Metrics& before, const Metrics& after) {
  std::vector<MetricChange> changes;
  for (const std::string& metric : metric_names()) {
    const MetricChange change{metric, sum_of(before, metric), sum_of(after, metric)};
    if (change.before != change.after) changes.push_back(change);
  }
  return changes;
}

struct PlaceOrder {
  /// By the name of the file alone: the two builds may come from two folders.
  bool operator()(const SourceLine& a, const SourceLine& b) const {
    const auto key = [](const SourceLine& line) {
      return std::tuple(std::filesystem::path(line.file).filename().string(), line.line);
    };
    return key(a) < key(b);
  }
};

using Counts = std::map<SourceLine, std::uint64_t, PlaceOrder>;
using Accesses = std::map<std::string, Counts>;  // by mnemonic

Accesses by_mnemonic(const std::vector<Access>& accesses) {
  Accesses counts;
  for (const Access& access : accesses) {
    const SourceLine place = access.places.empty() ? SourceLine{} : access.places.front();
    ++counts[std::string(Mnemonic(access.instruction).full)][place];
  }
  return counts;
}

/// Takes `count` away, from the first places on.
void take_away(Counts& counts, std::uint64_t count) {
  for (auto& [place, here] : counts) {
    const std::uint64_t taken = std::min(here, count);
    here -= taken;
    count -= taken;
  }
}

std::uint64_t total(const Counts& counts) {
  std::uint64_t sum = 0;
  for (const auto& [place, count] : counts) sum += count;
  return sum;
}

void pair_off(Counts& before, Counts& after) {
  for (auto& [place, count] : before) {
    const auto found = after.find(place);
    if (found == after.end()) continue;
    const std::uint64_t same = std::min(count, found->second);
    count -= same;
    found->second -= same;
  }
  const std::uint64_t moved = std::min(total(before), total(after));
  take_away(before, moved);
  take_away(after, moved);
}

std::vector<AccessChange> access_changes(const Kernel& before, const Kernel& after) {
  Accesses old_accesses = by_mnemonic(before.accesses);
  Accesses new_accesses = by_mnemonic(after.accesses);
  std::vector<AccessChange> removed;
  std::vector<AccessChange> added;
  for (auto& [mnemonic, counts] : old_accesses) {
    pair_off(counts, new_accesses[mnemonic]);
    for (const auto& [place, count] : counts)
      if (count > 0) removed.push_back({mnemonic, place, count, false});
  }
  for (const auto& [mnemonic, counts] : new_accesses)
    for (const auto& [place, count] : counts)
      if (count > 0) added.push_back({mnemonic, place, count, true});
  removed.insert(removed.end(), added.begin(), added.end());
  return removed;
}

struct Pair {
  const Kernel* before = nullptr;
  const Kernel* after = nullptr;
};

/// Kernels that only one side has, under their names for people: a changed parameter type changes the mangled name.
void pair_by_bare_name(std::map<Key, Pair>& pairs) {
  struct Alone {
    std::vector<Key> before;
    std::vector<Key> after;
  };
  std::map<Key, Alone> alone;
  for (const auto& [key, pair] : pairs) {
    if (pair.before != nullptr && pair.after != nullptr) continue;
    Alone& same_name = alone[{std::get<0>(key), bare_name(std::get<1>(key))}];
    (pair.before != nullptr ? same_name.before : same_name.after).push_back(key);
  }
  for (const auto& [name, keys] : alone) {
    if (keys.before.size() != 1 || keys.after.size() != 1) continue;
    pairs[keys.after[0]].before = pairs[keys.before[0]].before;
    pairs.erase(keys.before[0]);
  }
}

}  // namespace

std::vector<KernelDifference> difference(const Census& before, const Census& after) {
  using Kind = KernelDifference::Kind;
  std::map<Key, Pair> pairs;
  for (const Kernel& kernel : before.kernels) pairs[{kernel.target, kernel.name}].before = &kernel;
  for (const Kernel& kernel : after.kernels) pairs[{kernel.target, kernel.name}].after = &kernel;
  pair_by_bare_name(pairs);

  std::vector<KernelDifference> differences;
  for (const auto& [key, pair] : pairs) {
    const auto& [target, name] = key;
    if (pair.after == nullptr) {
      differences.push_back({Kind::removed, name, target, {}, {}});
    } else if (pair.before == nullptr) {
      differences.push_back({Kind::added, name, target, {}, {}});
    } else if (pair.before->hash != pair.after->hash || pair.before->metrics != pair.after->metrics) {
      differences.push_back({Kind::changed, name, target, metric_changes(pair.before->metrics, pair.after->metrics),
                             access_changes(*pair.before, *pair.after)});
    }
  }
  return differences;
}

}  // namespace warpmark::codegen
