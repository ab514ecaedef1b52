#include <cuda_bf16.h>
#include <gtest/gtest.h>
#include <warpmark/element.h>

#include <array>
#include <cmath>

namespace warpmark::test {

struct alignas(4) ThreeBytes {
  unsigned char lane[3];
};

}  // namespace warpmark::test

template <>
inline constexpr std::size_t warpmark::element_data_bytes<warpmark::test::ThreeBytes> = 3;

namespace warpmark::test {
namespace {

ThreeBytes with_padding(unsigned char last, unsigned char padding) {
  const std::array<unsigned char, 4> bytes{0, 10, last, padding};
  ThreeBytes element{};
  std::memcpy(&element, bytes.data(), bytes.size());
  return element;
}

TEST(Element, IsTheSameWhateverItsPadding) {
  EXPECT_TRUE(same_data(with_padding(3, 4), with_padding(3, 5)));
  EXPECT_FALSE(same_data(with_padding(3, 4), with_padding(2, 4)));
}

TEST(Element, WithoutPaddingCountsWhole) {
  EXPECT_EQ(element_data_bytes<float>, sizeof(float));
  EXPECT_TRUE(same_data(1.0F, 1.0F));
  EXPECT_FALSE(same_data(0.0F, -0.0F));
}

TEST(Element, IsWrittenAsANumberOrAsItsBytesOfData) {
  EXPECT_EQ(element_text(0.1), "0.1");
  EXPECT_EQ(element_text(0.5F), "0.5");
  EXPECT_EQ(element_text(__float2bfloat16(-2.0F)), "-2");
  EXPECT_EQ(element_text(static_cast<unsigned char>(7)), "7");
  EXPECT_EQ(element_text(4294967295U), "4294967295");
  EXPECT_EQ(element_text(with_padding(255, 1)), "00 0a ff");
}

TEST(Element, IsWrittenUnlikeItsNeighbours) {
  EXPECT_NE(element_text(1.0), element_text(std::nextafter(1.0, 2.0)));
  EXPECT_NE(element_text(1.0F), element_text(std::nextafter(1.0F, 2.0F)));
}

}  // namespace
}  // namespace warpmark::test
