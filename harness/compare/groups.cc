#include "harness/compare/groups.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>

#include "harness/compare/name.h"
#include "harness/run/input_error.h"
#include "harness/run/median.h"

namespace warpmark::compare {
namespace {

bool is_number(std::string_view part) {
  return !part.empty() && part.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// How many parts of the name `level` takes: all for "name", two for "name:2"; nothing where it is an axis.
std::optional<std::size_t> parts_of(const std::string& level) {
  if (level == "name") return std::numeric_limits<std::size_t>::max();
  if (!level.starts_with("name:")) return std::nullopt;
  std::size_t parts = 0;
  const char* const end = level.data() + level.size();
  const auto result = std::from_chars(level.data() + 5, end, parts);
  if (result.ec != std::errc() || result.ptr != end || parts == 0)
    throw InputError("--group-by " + level, "is no number of name parts", "say name:2, for example");
  return parts;
}

/// The numbers that Google Benchmark appends for arguments are no part of what a group is called.
void append_parts(std::string& group, const Name& name, std::size_t most) {
  for (std::size_t i = 0; i < std::min(most, name.parts.size()); ++i)
    if (!is_number(name.parts[i])) group.append(group.empty() ? "" : "/").append(name.parts[i]);
}

std::string group_name(const Name& name, const std::vector<std::string>& levels) {
  std::string group;
  for (const std::string& level : levels) {
    if (const auto parts = parts_of(level))
      append_parts(group, name, *parts);
    else if (const auto value = name.axis(level))
      group.append(group.empty() ? "" : "/").append(level).append(":").append(*value);
  }
  return group.empty() ? "(none)" : group;
}

/// A level that is on no pair would make groups that say nothing.
void require_axes(const std::vector<Pair>& pairs, const std::vector<std::string>& levels) {
  std::set<std::string> axes;
  for (const Pair& pair : pairs)
    for (const auto& [axis, value] : name_of(pair.workload).axes) axes.emplace(axis);
  for (const std::string& level : levels)
    if (!parts_of(level) && !axes.contains(level))
      throw InputError(
          "--group-by " + level, "no pair has such an axis",
          fmt::format("there are name, name:1, name:2 and so on{}{}", axes.empty() ? "" : ", ", fmt::join(axes, ", ")));
}

class GroupBuilder {
 public:
  /// Which group it went to.
  std::size_t add(const std::string& name, const Pair& pair) {
    const auto [known, is_new] = index_.try_emplace(name, groups_.size());
    if (is_new) {
      groups_.push_back({name, {}});
      ratios_.emplace_back();
    }
    GroupStats& stats = groups_[known->second].by_cache[pair.cache];
    const double ratio = pair.estimate.ratio;
    stats.best = stats.n == 0 ? ratio : std::max(stats.best, ratio);
    stats.worst = stats.n == 0 ? ratio : std::min(stats.worst, ratio);
    ++stats.n;
    stats.before_total_us += pair.estimate.before_us;
    stats.after_total_us += pair.estimate.after_us;
    stats.slower += pair.change == Change::slower ? 1 : 0;
    stats.faster += pair.change == Change::faster ? 1 : 0;
    stats.outside_noise += pair.is_outside_noise ? 1 : 0;
    ratios_[known->second][pair.cache].push_back(ratio);
    return known->second;
  }

  std::vector<Group> take() {
    for (std::size_t i = 0; i < groups_.size(); ++i)
      for (auto& [cache, stats] : groups_[i].by_cache) stats.median = median(std::move(ratios_[i][cache]));
    return std::move(groups_);
  }

 private:
  std::vector<Group> groups_;
  std::vector<std::map<std::string, std::vector<double>>> ratios_;  // of each group, by cache
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

std::vector<Group> assign_groups(std::vector<Pair>& pairs, const std::vector<std::string>& group_by) {
  if (!group_by.empty()) require_axes(pairs, group_by);
  const std::vector<std::string> levels = group_by.empty() ? std::vector<std::string>{"name", "dir"} : group_by;
  GroupBuilder builder;
  for (Pair& pair : pairs) pair.group = builder.add(group_name(name_of(pair.workload), levels), pair);
  return builder.take();
}

Group whole(const std::vector<Pair>& pairs) {
  GroupBuilder builder;
  for (const Pair& pair : pairs) builder.add("all", pair);
  std::vector<Group> groups = builder.take();
  return groups.empty() ? Group{"all", {}} : std::move(groups.front());
}

}  // namespace warpmark::compare
