#include "harness/measure/place_rotation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace warpmark {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::vector<std::pair<std::size_t, int>> shares(PlaceRotation& rotation, int count) {
  std::vector<std::pair<std::size_t, int>> result;
  rotation.share_out(count, [&](std::size_t place, int share) { result.emplace_back(place, share); });
  return result;
}

TEST(PlaceRotation, GoesOnWhereTheLastBatchEnded) {
  PlaceRotation rotation(3);
  EXPECT_THAT(shares(rotation, 1), ElementsAre(Pair(0, 1)));
  EXPECT_THAT(shares(rotation, 5), ElementsAre(Pair(1, 2), Pair(2, 2), Pair(0, 1)));
  EXPECT_THAT(shares(rotation, 3), ElementsAre(Pair(0, 1), Pair(1, 1), Pair(2, 1)));
}

TEST(PlaceRotation, OnePlaceHasAll) {
  PlaceRotation rotation(1);
  EXPECT_THAT(shares(rotation, 7), ElementsAre(Pair(0, 7)));
}

}  // namespace
}  // namespace warpmark
