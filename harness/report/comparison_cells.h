// The words and numbers that every report of a comparison is made of.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/compare/comparison.h"

namespace warpmark {

/// A workload's pairs, by cache state.
struct WorkloadRow {
  std::string workload;
  std::string label;
  std::map<std::string, const compare::Pair*> by_cache;

  /// Slower, faster, of other results or outside of the noise, in one state at least.
  bool is_changed() const;
};

/// In the order of the pairs, of which those of a workload stand together.
std::vector<WorkloadRow> rows_of(const compare::Comparison& comparison, bool only_changed);

/// The groups, and all pairs together as the last one; that alone where no group has two pairs of a cache state.
std::vector<const compare::Group*> groups_of(const compare::Comparison& comparison);

/// Each of the comparison's groups that has pairs, with them in their order.
std::vector<std::pair<const compare::Group*, std::vector<const compare::Pair*>>> pairs_of_groups(
    const compare::Comparison& comparison);

/// "cold" and "warm", or one empty name.
std::vector<std::string> caches_of(const compare::Comparison& comparison);

/// "1.0126", "1.0126*" outside of the noise.
std::string ratio_text(const compare::Pair& pair);
std::string ratio_text(double ratio);

/// "1.0100-1.0150", or "-".
std::string interval_text(const compare::Pair& pair);

/// One word where it is one: "slower", "same", "control", "cannot tell".
std::string verdict_text(const compare::Pair& pair);

/// "+-1.36 %", or "-" where no control was of this cache state.
std::string noise_text(const compare::Comparison& comparison, const std::string& cache);

/// What the ratios mean, and the marks.
std::string legend(const compare::Comparison& comparison);

/// "3 slower, 12 faster, 4 cannot tell, 113 same within noise (132 of 140 compared)".
std::string counts_text(const compare::Comparison& comparison);

/// Why pairs cannot be told: "264: the table holds no spread", the most frequent first.
std::vector<std::string> doubts(const compare::Comparison& comparison);

}  // namespace warpmark
