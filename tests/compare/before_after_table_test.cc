#include "harness/compare/before_after_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/run/input_error.h"

namespace warpmark::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Columns = std::vector<std::string>;

Matched matched(const std::string& text, const Columns& key_columns = {}) {
  return match_table(parse_delimited(text, "t.csv"), key_columns);
}

std::string refusal(const std::string& text, const Columns& key_columns = {}) {
  try {
    matched(text, key_columns);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(BeforeAfterTable, makes_a_match_of_each_pair_of_times) {
  const Matched table = matched(
      "after_us,kernel,dir,model_tensor,before_us\n"
      "9.5,gelu,row,FFN,10\n");
  ASSERT_EQ(table.matches.size(), 1U);
  EXPECT_EQ(table.matches[0].key, "gelu/dir:row");
  EXPECT_EQ(table.matches[0].label, "FFN");
  EXPECT_THAT(table.matches[0].observed.before_us, ElementsAre(10));
  EXPECT_THAT(table.matches[0].observed.after_us, ElementsAre(9.5));
  EXPECT_THAT(table.notes, IsEmpty());
}

TEST(BeforeAfterTable, knows_units_and_cache_states) {
  const Matched table =
      matched("name,cold_before_ms,cold_after_us,warm_before_ns,warm_after_s\na,1,500,2000,0.000001\n");
  ASSERT_EQ(table.matches.size(), 2U);
  EXPECT_EQ(table.matches[0].key, "a/l2:cold");
  EXPECT_THAT(table.matches[0].observed.before_us, ElementsAre(1000));
  EXPECT_THAT(table.matches[0].observed.after_us, ElementsAre(500));
  EXPECT_EQ(table.matches[1].key, "a/l2:warm");
  EXPECT_THAT(table.matches[1].observed.before_us, ElementsAre(2));
  EXPECT_THAT(table.matches[1].observed.after_us, ElementsAre(1));
}

TEST(BeforeAfterTable, names_the_columns_it_does_not_read) {
  const Matched table = matched("name,before_us,after_us,ratio,weather\na,1,2,0.7,fine\n");
  EXPECT_THAT(table.notes, ElementsAre(HasSubstr("columns ratio"), HasSubstr("columns weather")));
  EXPECT_EQ(matched("name,before_us,after_us,w\na,1,2,3\n", {"w"}).matches.at(0).key, "a/w:3");
  EXPECT_THAT(refusal("name,before_us,after_us\na,1,2\n", {"w"}), HasSubstr("has no column `w`"));
}

TEST(BeforeAfterTable, lists_times_that_are_none) {
  const Matched table = matched("name,before_us,after_us\na,,1\nb,1,0\nc,nan,1\nd,1,-1\ne,1,1e999\nf,1,1\n");
  EXPECT_EQ(table.matches.size(), 1U);
  ASSERT_EQ(table.not_compared.size(), 5U);
  EXPECT_EQ(table.not_compared[0].why, "no before_us");
  EXPECT_EQ(table.not_compared[1].why, "after_us is 0, which no measurement takes");
}

TEST(BeforeAfterTable, refuses_what_it_could_only_guess) {
  EXPECT_THAT(refusal("name;before_us;after_us\na;458,8;453,1\n"), HasSubstr("t.csv:2: before_us is `458,8`"));
  EXPECT_THAT(refusal("name;before_us;after_us\na;458,8;453,1\n"), HasSubstr("decimal point"));
  EXPECT_THAT(refusal("name,before_us,after_us\na,458,8,453,1\n"), HasSubstr("has 5 cells"));
  EXPECT_THAT(refusal("name,before_us,after_us\na,10us,9\n"), HasSubstr("no number"));
  EXPECT_THAT(refusal("name,before_us,after_us\na,1,1\nb,1,1\na,1,1\n"),
              HasSubstr("t.csv:4: `a` is in line 2 already"));
  EXPECT_THAT(refusal("name,before,after\na,1,1\n"), HasSubstr("before_us and after_us"));
  EXPECT_THAT(refusal("name,cold_before_us,warm_after_us\na,1,1\n"), HasSubstr("`cold_before_us` has no column"));
  EXPECT_THAT(refusal("name,before_us,before_ms,after_us\na,1,1,1\n"), HasSubstr("the same time"));
  EXPECT_THAT(refusal("before_us,after_us\n1,1\n"), HasSubstr("no column says what was measured"));
}

}  // namespace
}  // namespace warpmark::compare
