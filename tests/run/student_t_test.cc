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

TEST(Student, reaches_far_into_the_tail) {
  EXPECT_NEAR(t_exceeded_with(0.0005, 5), 6.8688, 1e-4);
  EXPECT_NEAR(t_exceeded_with(0.0005, 120), 3.3735, 1e-4);
  EXPECT_NEAR(t_exceeded_with(1e-6, 1e7), 4.753424, 1e-5) << "the normal distribution's";
  EXPECT_NEAR(t_exceeded_with(0.25, 1), 1, 1e-9);
  for (const double freedom : {1.0, 3.5, 8.0, 57.0, 4000.0}) {
    for (const double p : {1e-9, 1e-6, 0.01, 0.4}) {
      EXPECT_NEAR(one_sided_p(t_exceeded_with(p, freedom), freedom) / p, 1, 1e-8) << freedom << " " << p;
    }
  }
  EXPECT_DOUBLE_EQ(one_sided_p(-2, 7), 1 - one_sided_p(2, 7));
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
