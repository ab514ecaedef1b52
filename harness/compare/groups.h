// Pairs by what their names have in common.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/comparison.h"

namespace warpmark::compare {

/// See Options::group_by; tells each pair its group. Throws InputError where no pair has one of the axes.
std::vector<Group> assign_groups(std::vector<Pair>& pairs, const std::vector<std::string>& group_by);

/// All of them as one group.
Group whole(const std::vector<Pair>& pairs);

}  // namespace warpmark::compare
