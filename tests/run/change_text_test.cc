#include "harness/run/change_text.h"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(ChangeText, is_in_percent_while_that_says_something) {
  EXPECT_EQ(change_text(1), "+0.00 %");
  EXPECT_EQ(change_text(1.0306), "+3.06 %");
  EXPECT_EQ(change_text(0.5), "-50.00 %");
  EXPECT_EQ(change_text(2.99), "+199.00 %");
  EXPECT_EQ(change_text(0), "-");
}

TEST(ChangeText, is_a_factor_of_three_digits_beyond) {
  EXPECT_EQ(change_text(3), "3.00x slower");
  EXPECT_EQ(change_text(40.5212), "40.5x slower");
  EXPECT_EQ(change_text(1.0 / 250), "250x faster");
  EXPECT_EQ(change_text(12345), "12345x slower");
}

}  // namespace
}  // namespace warpmark
