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

}  // namespace
}  // namespace warpmark
