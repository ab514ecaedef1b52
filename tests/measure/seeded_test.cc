#include <gtest/gtest.h>
#include <warpmark/seeded.h>

#include <array>
#include <set>

namespace warpmark {
namespace {

TEST(Seeded, AStructureIsItsBytesOfTheArray) {
  using Element = std::array<unsigned char, 12>;
  std::set<Element> seen;
  for (std::size_t i = 0; i < 100; ++i) {
    const auto element = seeded<Element>(3, i);
    for (std::size_t k = 0; k < element.size(); ++k) EXPECT_EQ(element[k], seeded_byte(3, i * 12 + k));
    EXPECT_TRUE(seen.insert(element).second) << "repeats at " << i;
  }
}

TEST(Seeded, BytesAreThoseOfTheWords) {
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(seeded<std::uint64_t>(3, i), seeded_bits(3, i));
}

TEST(Seeded, TheSeedDecides) { EXPECT_NE(seeded<std::uint64_t>(3, 0), seeded<std::uint64_t>(4, 0)); }

template <class T>
void expect_numbers_of_both_signs() {
  int negative = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    const auto value = static_cast<float>(seeded<T>(3, i));
    EXPECT_TRUE(value >= -1 && value <= 1) << value;  // no NaN is
    negative += value < 0 ? 1 : 0;
  }
  EXPECT_GT(negative, 400);
  EXPECT_LT(negative, 600);
}

TEST(Seeded, FloatingPointTypesOfAnySizeAreNumbersAroundZero) {
  expect_numbers_of_both_signs<float>();
  expect_numbers_of_both_signs<double>();
  expect_numbers_of_both_signs<__nv_bfloat16>();
  expect_numbers_of_both_signs<__half>();
  expect_numbers_of_both_signs<__nv_fp8_e4m3>();
  expect_numbers_of_both_signs<__nv_fp8_e5m2>();
}

TEST(Seeded, VectorsAreAnArrayOfTheirLanes) {
  const auto vector = seeded<float4>(3, 5);
  EXPECT_EQ(vector.x, seeded<float>(3, 20));
  EXPECT_EQ(vector.w, seeded<float>(3, 23));
  EXPECT_EQ(seeded<double2>(3, 5).y, seeded<double>(3, 11));
}

}  // namespace
}  // namespace warpmark
