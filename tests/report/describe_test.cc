#include "harness/report/describe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpmark {
namespace {

using ::testing::HasSubstr;

TEST(Describe, is_the_initialiser_of_the_verdict) {
  const Verdict verdict{.key = "a\"b",
                        .status = Status::numerics_changed,
                        .reason = Reason::output_hash,
                        .detail = "0x1 -> 0x2",
                        .baseline_us = 1465.17,
                        .run_us = 1510.03,
                        .ratio = 1.0306,
                        .tolerance = 0.01,
                        .bound = Bound::policy_override,
                        .run_processes = 5,
                        .baseline_processes = 10,
                        .baseline_sessions = 2};
  EXPECT_EQ(
      describe(verdict),
      R"(Verdict{.key = "a\"b", .status = Status::numerics_changed, .reason = Reason::output_hash, )"
      R"(.detail = "0x1 -> 0x2", .baseline_us = 1465.17, .run_us = 1510.03, .ratio = 1.0306, .tolerance = 0.01, )"
      R"(.bound = Bound::policy_override, .run_processes = 5, .baseline_processes = 10, .baseline_sessions = 2})");
}

TEST(Describe, words_become_their_enumerators) {
  Verdict verdict;
  verdict.status = Status::new_row;
  verdict.reason = Reason::not_in_baseline;
  EXPECT_THAT(describe(verdict), HasSubstr("Status::new_row, .reason = Reason::not_in_baseline"));
}

}  // namespace
}  // namespace warpmark
