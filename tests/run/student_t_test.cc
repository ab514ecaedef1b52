// Against the tables of any textbook.
#include "harness/run/student_t.h"

#include <gtest/gtest.h>

#include <limits>

namespace warpmark {
namespace {

TEST(Student, reaches_what_tables_give) {
  EXPECT_NEAR(t_95(1), 12.7062, 1e-4);
  EXPECT_NEAR(t_95(2), 4.3027, 1e-4);
  EXPECT_NEAR(t_95(4), 2.7764, 1e-4);
  EXPECT_NEAR(t_95(8), 2.3060, 1e-4);
  EXPECT_NEAR(t_95(1e6), 1.95997, 1e-4);
}

TEST(Student, gives_the_probability_of_both_tails) {
  EXPECT_DOUBLE_EQ(two_sided_p(0, 4), 1);
  EXPECT_NEAR(two_sided_p(4.6041, 4), 0.01, 1e-6);
  EXPECT_NEAR(two_sided_p(-4.6041, 4), 0.01, 1e-6);
  EXPECT_NEAR(two_sided_p(7.1732, 4), 0.002, 1e-6);
  EXPECT_NEAR(two_sided_p(1, 1), 0.5, 1e-12);
  EXPECT_EQ(two_sided_p(std::numeric_limits<double>::infinity(), 4), 0);
}

}  // namespace
}  // namespace warpmark
