#include "harness/measure/kernels_of_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace warpmark {
namespace {

using testing::ElementsAre;

std::vector<KernelValues> kernels(std::size_t count) {
  std::vector<KernelValues> seen;
  for (std::size_t i = 0; i < count; ++i) seen.push_back({static_cast<double>(i)});
  return seen;
}

const auto numbered = [](auto... numbers) { return ElementsAre(ElementsAre(numbers)...); };

TEST(KernelsOfCalls, OfColdCallsFollowWhatFlushedTheL2) {
  EXPECT_THAT(kernels_of_calls(kernels(7), {{1, Before::flush}, {2, Before::flush}}, 2),
              ElementsAre(numbered(2.0), numbered(5.0, 6.0)));
}

TEST(KernelsOfCalls, OfWarmCallsFollowTheSameCall) {
  EXPECT_THAT(kernels_of_calls(kernels(6), {{1, Before::same_call}, {2, Before::same_call}}, 2),
              ElementsAre(numbered(1.0), numbered(4.0, 5.0)));
}

TEST(KernelsOfCalls, OfCallsInEitherStateAreToldApart) {
  EXPECT_THAT(kernels_of_calls(kernels(7), {{1, Before::flush}, {2, Before::same_call}}, 2),
              ElementsAre(numbered(2.0), numbered(5.0, 6.0)));
}

TEST(KernelsOfCalls, ThatFollowTheSameCallAreAllTheirOwn) {
  EXPECT_THAT(kernels_of_calls(kernels(6), {{2, Before::flush}, {2, Before::nothing}}, 2),
              ElementsAre(numbered(2.0, 3.0), numbered(4.0, 5.0)));
}

TEST(KernelsOfCalls, OfASingleCallNeedNotBeKnown) {
  EXPECT_THAT(kernels_of_calls(kernels(5), {{0, Before::flush}}, 2), ElementsAre(numbered(2.0, 3.0, 4.0)));
  EXPECT_THAT(kernels_of_calls(kernels(4), {{0, Before::same_call}}, 2), ElementsAre(numbered(2.0, 3.0)));
}

TEST(KernelsOfCalls, ThatDoNotComeToWhatWasSeenAreAnError) {
  for (const std::size_t count : {0U, 2U, 6U, 8U}) {
    EXPECT_THROW(kernels_of_calls(kernels(count), {{1, Before::flush}, {2, Before::flush}}, 2), std::runtime_error)
        << count;
  }
  for (const std::size_t count : {0U, 1U, 3U}) {
    EXPECT_THROW(kernels_of_calls(kernels(count), {{0, Before::same_call}}, 2), std::runtime_error) << count;
  }
  EXPECT_THROW(kernels_of_calls(kernels(1), {{0, Before::flush}}, 2), std::runtime_error);
}

}  // namespace
}  // namespace warpmark
