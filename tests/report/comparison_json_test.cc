#include "harness/report/comparison_json.h"

#include <gtest/gtest.h>

#include "tests/report/comparison_builder.h"

namespace warpmark {
namespace {

TEST(ComparisonJson, holds_every_pair_and_group) {
  const auto json = comparison_json(mixed_comparison(true), 1);
  EXPECT_EQ(json["exit_code"], 1);
  EXPECT_EQ(json["before"], "arm:broken");
  ASSERT_EQ(json["pairs"].size(), 6U);
  const auto& slower = json["pairs"][0];
  EXPECT_EQ(slower["workload"], "q/gelu/dir:row/shape:2x2");
  EXPECT_EQ(slower["verdict"], "slower");
  EXPECT_NEAR(slower["ratio"], 100.0 / 101.0, 1e-12);
  EXPECT_LT(slower["interval"][0], slower["ratio"]);
  EXPECT_EQ(json["groups"].size(), 3U);
  EXPECT_EQ(json["all"]["cold"]["n"], 3);
  EXPECT_EQ(json["not_compared"][0]["why"], "only in arm:fixed");
  EXPECT_NEAR(json["noise_floor"]["cold"], 0.1 / 50.1, 1e-12);
}

TEST(ComparisonJson, what_is_not_known_is_null) {
  const auto json = comparison_json(mixed_comparison(false), 0);
  for (const auto& pair : json["pairs"]) {
    if (pair["verdict"] == "cannot tell" && pair["basis"] == "one process") {
      EXPECT_TRUE(pair["interval"].is_null());
    }
  }
}

}  // namespace
}  // namespace warpmark
