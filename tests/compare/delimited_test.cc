#include "harness/compare/delimited.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/run/input_error.h"

namespace warpmark::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal_of(const std::string& text) {
  try {
    parse_delimited(text, "t.csv");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Delimited, finds_its_delimiter_in_the_header) {
  for (const std::string delimiter : {",", ";", "\t"}) {
    const Delimited table = parse_delimited("a" + delimiter + "b\n1" + delimiter + "2\n", "t.csv");
    EXPECT_THAT(table.columns, ElementsAre("a", "b"));
    EXPECT_THAT(table.rows.at(0).cells, ElementsAre("1", "2"));
  }
}

TEST(Delimited, reads_what_windows_writes) {
  const Delimited table = parse_delimited(
      "\xEF\xBB\xBF"
      "a,b\r\n\r\n1,\r\n2,3",
      "t.csv");
  EXPECT_THAT(table.columns, ElementsAre("a", "b"));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(table.rows[0].cells, ElementsAre("1", ""));
  EXPECT_EQ(table.rows[0].line, 3);
  EXPECT_THAT(table.rows[1].cells, ElementsAre("2", "3"));
}

TEST(Delimited, reads_quotes) {
  const Delimited table = parse_delimited("a,b\n\"x,\n\"\"y\"\"\",1\n\"\",2\n", "t.csv");
  EXPECT_THAT(table.rows.at(0).cells, ElementsAre("x,\n\"y\"", "1"));
  EXPECT_THAT(table.rows.at(1).cells, ElementsAre("", "2"));
  EXPECT_EQ(table.rows[1].line, 4);
}

TEST(Delimited, refuses_what_is_no_table_and_says_where) {
  EXPECT_THAT(refusal_of(""), HasSubstr("t.csv:1: is empty"));
  EXPECT_THAT(refusal_of("\n\r\n"), HasSubstr("is empty"));
  EXPECT_THAT(refusal_of("a,b\n"), HasSubstr("no rows"));
  EXPECT_THAT(refusal_of("a,b\n1,2\n1,2,3\n"), HasSubstr("t.csv:3: has 3 cells, the header 2"));
  EXPECT_THAT(refusal_of("a,b\n1,\"2\n"), HasSubstr("t.csv:2: a quote is opened"));
  EXPECT_THAT(refusal_of("a,a\n1,2\n"), HasSubstr("`a` is there twice"));
  EXPECT_THAT(refusal_of("a,b\n1,\xB5\n"), HasSubstr("not UTF-8"));
  EXPECT_THAT(refusal_of(std::string("a,b\n1,\0\n", 8)), HasSubstr("NUL"));
}

}  // namespace
}  // namespace warpmark::compare
