#include "harness/compare/groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/run/input_error.h"

namespace warpmark::compare {
namespace {

using testing::ElementsAre;

Pair pair(const std::string& workload, const std::string& cache, double before_us, double after_us) {
  Pair pair;
  pair.workload = workload;
  pair.cache = cache;
  pair.estimate.before_us = before_us;
  pair.estimate.after_us = after_us;
  pair.estimate.ratio = before_us / after_us;
  return pair;
}

std::vector<std::string> names(std::vector<Pair> pairs, const std::vector<std::string>& group_by) {
  std::vector<std::string> names;
  for (const Group& group : assign_groups(pairs, group_by)) names.push_back(group.name);
  return names;
}

TEST(Groups, hold_n_median_range_and_totals_of_each_cache_state) {
  std::vector<Pair> pairs = {pair("a/s:1", "cold", 10, 10), pair("a/s:2", "cold", 30, 20), pair("a/s:3", "cold", 8, 10),
                             pair("a/s:1", "warm", 1, 1)};
  const std::vector<Group> groups = assign_groups(pairs, {});
  ASSERT_EQ(groups.size(), 1U);
  const GroupStats& cold = groups[0].by_cache.at("cold");
  EXPECT_EQ(cold.n, 3U);
  EXPECT_EQ(cold.median, 1);
  EXPECT_EQ(cold.best, 1.5);
  EXPECT_EQ(cold.worst, 0.8);
  EXPECT_EQ(cold.before_total_us, 48);
  EXPECT_EQ(cold.after_total_us, 40);
  EXPECT_EQ(groups[0].by_cache.at("warm").n, 1U);
  EXPECT_EQ(whole(pairs).by_cache.at("cold").n, 3U);
  EXPECT_EQ(whole({}).by_cache.size(), 0U);
}

TEST(Groups, are_by_name_and_direction_or_as_asked_for) {
  std::vector<Pair> pairs = {pair("q/g/gelu/dir:row/shape:1", "", 1, 1), pair("q/g/gelu/dir:row/shape:2", "", 1, 1),
                             pair("q/g/plain/dir:col/shape:1", "", 1, 1)};
  EXPECT_THAT(names(pairs, {}), ElementsAre("q/g/gelu/dir:row", "q/g/plain/dir:col"));
  EXPECT_THAT(names(pairs, {"name:2"}), ElementsAre("q/g"));
  EXPECT_THAT(names(pairs, {"shape"}), ElementsAre("shape:1", "shape:2"));
  EXPECT_THAT(names({pair("BM_copy/1024", "", 1, 1), pair("BM_copy/2048", "", 1, 1)}, {}), ElementsAre("BM_copy"));
}

TEST(Groups, by_what_no_pair_has_are_refused) {
  std::vector<Pair> pairs = {pair("a/dir:row", "", 1, 1)};
  for (const char* level : {"shape", "name:", "name:0", "name:x"})
    EXPECT_THROW(assign_groups(pairs, {level}), InputError) << level;
}

}  // namespace
}  // namespace warpmark::compare
