// What people demand of kernels' machine code, whatever compiler made it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpmark::codegen {

/// A bound on the sum of the metrics that a glob matches.
struct Bound {
  enum class Relation { equal, at_least, at_most };

  std::string metric;  // glob
  Relation relation = Relation::equal;
  std::uint64_t value = 0;

  bool holds(std::uint64_t count) const;
};

/// "0", ">= 1", "<= 40".
std::string to_string(const Bound& bound);

struct Expectation {
  std::string match;                 // as names.h's matches() takes it
  std::vector<std::string> targets;  // globs; empty: all
  std::vector<Bound> bounds;
  std::string because;
  std::string place;  // "expectations.yaml:12", for messages
};

}  // namespace warpmark::codegen
