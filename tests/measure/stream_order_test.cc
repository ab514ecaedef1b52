#include "harness/measure/stream_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace warpmark {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Sample at(std::uint64_t start_ns, std::uint64_t end_ns) {
  Sample sample;
  sample.start_ns = start_ns;
  sample.end_ns = end_ns;
  return sample;
}

const Sample before = at(1'000'000, 1'100'000);
const Sample after = at(1'200'000, 1'201'000);

TEST(StreamOrder, HoldsWhereEachBeginsWhenTheLastHasEnded) {
  EXPECT_NO_THROW(require_order(before, at(1'100'500, 1'199'500), after));
}

TEST(StreamOrder, LetsAKernelBeginAsTheOneBeforeItEnds) {
  EXPECT_NO_THROW(require_order(before, at(1'090'000, 1'199'500), after));
}

TEST(StreamOrder, IsBrokenByAKernelThatDoesNotWait) {
  EXPECT_THAT([] { require_order(before, at(1'010'000, 1'199'500), after); },
              ThrowsMessage<std::runtime_error>(HasSubstr("launch on the stream that the call is given")));
}

TEST(StreamOrder, IsBrokenByAKernelThatNobodyWaitsFor) {
  EXPECT_THAT([] { require_order(before, at(1'100'500, 1'300'000), after); },
              ThrowsMessage<std::runtime_error>(HasSubstr("let the stream wait for all that the call forks")));
}

TEST(StreamOrder, IsNotKnownToATimerWithoutAClock) { EXPECT_NO_THROW(require_order(at(0, 0), at(0, 0), at(0, 0))); }

}  // namespace
}  // namespace warpmark
