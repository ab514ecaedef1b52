#include "harness/run/near_miss.h"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(EditDistance, counts_insertions_deletions_substitutions_and_swaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("tolerence", "tolerance"), 1U);
  EXPECT_EQ(edit_distance("tirad", "triad"), 1U);
  EXPECT_EQ(edit_distance("abcd", "badc"), 2U);
}

TEST(NearMiss, finds_what_was_meant_and_nothing_far_off) {
  EXPECT_EQ(near_miss("tolerence", {"context", "tolerance", "counters"}), "tolerance");
  EXPECT_EQ(near_miss("time", {"sass", "time_us"}), std::nullopt);
  EXPECT_EQ(near_miss("expectd", {"expected"}), "expected");
  EXPECT_EQ(near_miss("zzz", {"tolerance"}), std::nullopt);
  EXPECT_EQ(near_miss("zzz", {}), std::nullopt);
  EXPECT_EQ(near_miss("tirad", {"copy", "triad"}), "triad");
}

}  // namespace
}  // namespace warpmark
