#include "harness/compare/name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpmark::compare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Name, is_parts_and_axes) {
  const Name name = name_of("quantize/generic/gelu/dir:row/shape:2048x12288/l2:cold");
  EXPECT_THAT(name.parts, ElementsAre("quantize", "generic", "gelu"));
  EXPECT_THAT(name.axes, ElementsAre(testing::Pair("dir", "row"), testing::Pair("shape", "2048x12288"),
                                     testing::Pair("l2", "cold")));
  EXPECT_EQ(name.axis("shape"), "2048x12288");
  EXPECT_FALSE(name.axis("arm"));
}

TEST(Name, of_plain_google_benchmark_has_no_axes) {
  EXPECT_THAT(name_of("BM_copy<std::byte>/1024").axes, IsEmpty());
  EXPECT_THAT(name_of("BM_copy<std::byte>/1024").parts, ElementsAre("BM_copy<std::byte>", "1024"));
  EXPECT_THAT(name_of("a:").axes, ElementsAre(testing::Pair("a", "")));
  EXPECT_THAT(name_of(":a").parts, ElementsAre(":a"));
}

TEST(Name, loses_an_axis) {
  EXPECT_EQ(without_axis("a/l2:cold/b:1", "l2"), "a/b:1");
  EXPECT_EQ(without_axis("a/l2:cold", "arm"), "a/l2:cold");
  EXPECT_EQ(without_axis("l2:cold", "l2"), "");
}

TEST(Name, has_one_component_replaced) {
  EXPECT_EQ(with_component("a/arm:broken/l2:cold", "arm:broken", "arm:fixed"), "a/arm:fixed/l2:cold");
  EXPECT_EQ(with_component("a/arm:broken/l2:cold", "arm:broken", ""), "a/l2:cold");
  EXPECT_FALSE(with_component("a/arm:broken_too", "arm:broken", ""));
}

}  // namespace
}  // namespace warpmark::compare
