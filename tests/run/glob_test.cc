#include "harness/run/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace warpmark {
namespace {

TEST(GlobMatch, star_and_question_mark) {
  EXPECT_TRUE(glob_match("copy/*/elements:1048576/*", "copy/aligned/elements:1048576/l2:warm"));
  EXPECT_FALSE(glob_match("copy/*/elements:1048576/*", "copy/aligned/elements:16777216/l2:warm"));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("", ""));
  EXPECT_FALSE(glob_match("", "k"));
  EXPECT_TRUE(glob_match("a*b*c", "aXbXbXc"));
  EXPECT_FALSE(glob_match("a*b", "abc"));
  EXPECT_TRUE(glob_match("k?", "kx"));
  EXPECT_FALSE(glob_match("k?", "k"));
  EXPECT_TRUE(glob_match("**x**", "x"));
  EXPECT_FALSE(glob_match("k", "K"));
}

TEST(GlobMatch, many_stars_on_a_long_text_are_quick) {
  EXPECT_FALSE(glob_match("*a*a*a*a*a*a*a*a*a*a*b", std::string(2000, 'a')));
}

}  // namespace
}  // namespace warpmark
