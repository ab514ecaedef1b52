#include "harness/measure/placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/measure/sizes.h"

namespace warpmark {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

constexpr std::size_t gib = std::size_t{1} << 30;

TEST(Placement, ARowThatFitsEightTimesLiesAtEightPlaces) {
  EXPECT_THAT(placements(8 * mib, usual_arena_bytes), SizeIs(8));
  EXPECT_THAT(placements(gib, usual_arena_bytes),
              ElementsAre(0, gib, 2 * gib, 3 * gib, 4 * gib, 5 * gib, 6 * gib, 7 * gib));
  EXPECT_THAT(placements(gib + 1, usual_arena_bytes), ElementsAre(0));
}

TEST(Placement, PlacesDoNotOverlapLieInsideAndBeginOnPages) {
  for (const std::size_t arena_bytes : {usual_arena_bytes, 5 * gib + 7}) {
    for (const std::size_t row_bytes : {2 * mib, 130 * mib, gib, 3 * gib}) {
      const std::vector<std::size_t> places = placements(row_bytes, arena_bytes);
      for (std::size_t i = 0; i < places.size(); ++i) {
        EXPECT_EQ(places[i] % (2 * mib), 0U);
        EXPECT_LE(places[i] + row_bytes, i + 1 < places.size() ? places[i + 1] : arena_bytes);
      }
    }
  }
}

TEST(Placement, DoesNotDependOnWhatElseTheArenaHolds) {
  EXPECT_EQ(placements(8 * mib, 40 * gib), placements(8 * mib, usual_arena_bytes));
}

TEST(Placement, ARowWithoutBuffersHasOnePlace) { EXPECT_THAT(placements(0, usual_arena_bytes), ElementsAre(0)); }

TEST(Placement, AsManyRowsLieSideBySideAsThereIsRoomFor) {
  EXPECT_EQ(rows_side_by_side({gib, gib, gib, gib}, 3 * gib), 3U);
  EXPECT_EQ(rows_side_by_side({gib, gib}, 3 * gib), 2U);
  EXPECT_EQ(rows_side_by_side({4 * gib, gib}, 3 * gib), 1U);
}

}  // namespace
}  // namespace warpmark
