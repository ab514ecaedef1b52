#include <gtest/gtest.h>
#include <warpmark/workload.h>

#include "tests/measure/sizes.h"

namespace warpmark {
namespace {

constexpr std::size_t page = 2 * mib;

TEST(Workload, PlacesItsBuffersOnPagesOfTheArena) {
  Workload workload(reinterpret_cast<std::byte*>(16 * mib));
  const auto a = workload.output<float>(1);
  const auto b = workload.output<double>(mib);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data), 16 * mib);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(b.data), 18 * mib);
  EXPECT_EQ(workload.bytes_needed(), 10 * mib);
}

TEST(Workload, AddsUpTheBytesItMoves) {
  Workload workload(Workload::nowhere());
  workload.reads(3);
  workload.reads(4);
  workload.writes(5);
  EXPECT_EQ(workload.bytes_read(), 7U);
  EXPECT_EQ(workload.bytes_written(), 5U);
}

TEST(Workload, RefusesToExpectAResultOfWhichItWouldCheckNothing) {
  Workload workload(Workload::nowhere());
  const auto out = workload.output<float>(1000);
  const auto reference = [](std::size_t) { return 0.0F; };
  const auto agrees = [](float, float) { return true; };
  EXPECT_THROW(workload.expect(out, reference, agrees, 0), std::invalid_argument);
  EXPECT_NO_THROW(workload.expect(out, reference, agrees, 1));
}

TEST(Workload, RefusesToExpectAResultOfWhatIsNoOutput) {
  Workload workload(reinterpret_cast<std::byte*>(16 * mib));
  const auto in = workload.input<float>(1000, 1);
  const auto out = workload.output<float>(1000);
  const auto reference = [](std::size_t) { return 0.0F; };
  EXPECT_THROW(workload.expect(in, reference), std::invalid_argument);
  EXPECT_THROW(workload.expect(Buffer<float>{out.data + 500, 501}, reference), std::invalid_argument);
  EXPECT_NO_THROW(workload.expect(out, reference));
  EXPECT_NO_THROW(workload.expect(Buffer<float>{out.data + 500, 500}, reference));
}

/// What guards a buffer of so many bytes.
Guard guard_behind(std::size_t bytes) {
  Workload workload(reinterpret_cast<std::byte*>(16 * mib));
  const auto buffer = workload.output<unsigned char>(bytes);
  EXPECT_EQ(reinterpret_cast<unsigned char*>(workload.guards().at(0).data), buffer.data + bytes);
  return workload.guards().front();
}

TEST(Workload, GuardsWhatABufferLeavesOfItsLastPage) {
  EXPECT_EQ(guard_behind(1).bytes, 64U << 10);
  EXPECT_EQ(guard_behind(3 * page - 8).bytes, 8U);
  EXPECT_EQ(guard_behind(page).bytes, 0U);
}

TEST(Workload, ItsGuardsDifferAndMoveNoBuffer) {
  Workload workload(reinterpret_cast<std::byte*>(16 * mib));
  workload.output<unsigned char>(page - 1);
  workload.input<float>(1, 1);
  EXPECT_EQ(workload.bytes_needed(), 2 * page);
  ASSERT_EQ(workload.guards().size(), 2U);
  EXPECT_NE(workload.guards()[0].filled_with, workload.guards()[1].filled_with);
}

}  // namespace
}  // namespace warpmark
