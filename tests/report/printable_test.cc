#include "harness/report/printable.h"

#include <gtest/gtest.h>

#include "harness/report/markdown_text.h"

namespace warpmark {
namespace {

TEST(Printable, shows_control_characters_and_keeps_the_rest) {
  EXPECT_EQ(printable("a/b:1 <x> `|` \u00b5s"), "a/b:1 <x> `|` \u00b5s");
  EXPECT_EQ(printable("a\nb\t\x1b[31m\r\x7f"), "a\\nb\\t\\x1b[31m\\x0d\\x7f");
  EXPECT_EQ(printable("\u009b31m"), "\\x9b31m");  // the one-character form of the escape
  EXPECT_EQ(columns_of("\u00b5s"), 2U);
}

TEST(Printable, shows_bytes_that_are_not_utf_8_and_characters_that_xml_lacks) {
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");                  // cut
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                  // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");         // half of a pair of UTF-16
  EXPECT_EQ(printable("\xf4\x90\x80\x80").substr(0, 4), "\\xf4");  // beyond U+10FFFF
  EXPECT_EQ(printable("\uffff"), "\\xef\\xbf\\xbf");
  EXPECT_EQ(printable("\u20ac\U0001f600"), "\u20ac\U0001f600");
}

TEST(MarkdownCode, shows_exactly_the_name) {
  EXPECT_EQ(markdown_code("a/b:1 <x> *_@you &amp;"), "`a/b:1 <x> *_@you &amp;`");
  EXPECT_EQ(markdown_code("a|b"), "<code>a&#124;b</code>");
  EXPECT_EQ(markdown_code("`<b>"), "<code>&#96;&#60;b&#62;</code>");
  EXPECT_EQ(markdown_code("a\nb"), "`a\\nb`");
  EXPECT_EQ(markdown_code(""), "<code></code>");
}

TEST(MarkdownText, means_nothing) {
  EXPECT_EQ(markdown_text("<b> @you *x* [y](z) 1 | 2"), "&#60;b&#62; &#64;you &#42;x&#42; &#91;y&#93;(z) 1 &#124; 2");
  EXPECT_EQ(markdown_text("driver 580.1 in A.json, 590"), "driver 580.1 in A.json, 590");
}

}  // namespace
}  // namespace warpmark
