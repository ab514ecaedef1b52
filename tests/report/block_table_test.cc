#include "harness/report/block_table.h"

#include <gtest/gtest.h>

#include <sstream>

namespace warpmark {
namespace {

std::string printed(const BlockTable& table, int width) {
  std::ostringstream out;
  table.print(out, width);
  return out.str();
}

BlockTable cold_and_warm() {
  BlockTable table("row", {"cold", "warm"}, {"before", "after"});
  table.add("\u00b5/a", {{"cold", {{"1.5"}, {"2"}}}, {"warm", {{"10"}, {"20"}}}});
  table.add("b", {{"warm", {{"3"}, {"4"}}}});
  return table;
}

TEST(BlockTable, has_its_blocks_beside_each_other_where_they_fit) {
  EXPECT_EQ(printed(cold_and_warm(), 100),
            "       cold             warm\n"
            "row    before  after    before  after\n"
            "\u00b5/a       1.5      2        10     20\n"
            "b                            3      4\n");
}

TEST(BlockTable, has_them_below_each_other_where_they_do_not) {
  EXPECT_EQ(printed(cold_and_warm(), 30),
            "row\n"
            "        before  after\n"
            "\u00b5/a\n"
            "  cold     1.5      2\n"
            "  warm      10     20\n"
            "b\n"
            "  warm       3      4\n");
}

TEST(BlockTable, breaks_lines_at_the_same_cells) {
  EXPECT_EQ(printed(cold_and_warm(), 15),
            "row\n"
            "        before\n"
            "        after\n"
            "\u00b5/a\n"
            "  cold     1.5\n"
            "            2\n"
            "  warm      10\n"
            "           20\n"
            "b\n"
            "  warm       3\n"
            "            4\n");
  EXPECT_FALSE(printed(cold_and_warm(), 0).empty());
}

TEST(BlockTable, of_one_unnamed_block_is_a_plain_table) {
  BlockTable table("row", {""}, {"n"});
  table.add("a", {{"", {{"1", "\033[31m"}}}});
  EXPECT_EQ(printed(table, 80), "row    n\na      \033[31m1\033[0m\n");
}

}  // namespace
}  // namespace warpmark
