// What is shown of before and after: pairs with their verdicts, and groups of them.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/matched.h"

namespace warpmark::compare {

/// What became of a pair, the most important first.
enum class Change { results_differ, slower, faster, unknown, same };

std::string_view to_string(Change change);

struct Pair {
  std::string key;
  std::string workload;  // the key without its l2 axis
  std::string cache;     // the value of that axis, "cold" or "warm"; empty where there is none
  std::string label;
  Estimate estimate;
  Change change = Change::unknown;
  std::size_t group = 0;          // where it stands in Comparison::groups
  std::string reason;             // why it cannot be told, or what else to know; may be empty
  bool results_differ = false;    // their output hashes do
  bool is_control = false;        // cannot differ: what it shows is noise
  bool is_outside_noise = false;  // further from 1 than any control
};

/// The pairs of one group and cache state.
struct GroupStats {
  std::size_t n = 0;
  double median = 0;  // of the ratios
  double best = 0;
  double worst = 0;
  double before_total_us = 0;
  double after_total_us = 0;
  std::size_t slower = 0;
  std::size_t faster = 0;
  std::size_t outside_noise = 0;
};

struct Group {
  std::string name;
  std::map<std::string, GroupStats> by_cache;
};

struct Comparison {
  std::string before;
  std::string after;
  std::vector<Pair> pairs;
  std::vector<NotCompared> not_compared;
  std::vector<Group> groups;                  // in order of first appearance
  Group all;                                  // every pair
  std::map<std::string, double> noise_floor;  // cache -> the largest |ratio - 1| of a control; empty without controls
  std::vector<std::string> notes;

  std::size_t count(Change change) const;
};

/// How pairs are judged and grouped.
struct Options {
  std::vector<std::string> control = {};   // globs: pairs that cannot differ
  std::vector<std::string> group_by = {};  // `name`, `name:2` (so many parts of it) and axes; empty: `name` and `dir`
  std::string filter = "*";                // a glob: which pairs are looked at
  /// A change below this is none, however sure: rows that nobody changed differ by up to 0.3 % between two sessions
  /// on one H200, and their processes' spread does not show it.
  double least_change = 0.005;
  double same_within = 0.02;  // an interval that reaches further from 1, and contains it, cannot tell
};

/// Throws InputError where a control matches no pair, and where no pair has an axis to group by.
Comparison compare(Matched matched, const Options& options);

enum class Order { importance, key, ratio, time };

/// `importance`: slower, faster, cannot tell, same; the furthest from 1 first. `ratio`: the slowest first. `time`: the
/// longest before first. Pairs of one workload stay together, at the place of its first; equals as they were.
void sort(std::vector<Pair>& pairs, Order order);

}  // namespace warpmark::compare
