#include "harness/measure/suite.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace warpmark {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

Declare needs(std::size_t bytes) {
  return [=](Workload& workload) {
    workload.output<float>(bytes / sizeof(float));
    workload.launch([](cudaStream_t) {});
  };
}

TEST(Suite, NamesARowByItsAxesAndTheStateOfTheL2) {
  Suite suite;
  suite.add("copy/aligned", {{"elements", 1048576}, {"type", "f32"}}, needs(4));
  ASSERT_EQ(suite.rows().size(), 2U);
  EXPECT_EQ(suite.rows()[0].key, "copy/aligned/elements:1048576/type:f32/l2:cold");
  EXPECT_EQ(suite.rows()[1].key, "copy/aligned/elements:1048576/type:f32/l2:warm");
  EXPECT_EQ(suite.rows()[1].params.back().second, "warm");
}

TEST(Suite, RefusesTwoRowsOfOneName) {
  Suite suite;
  suite.add("copy/aligned", {}, needs(4));
  EXPECT_THROW(suite.add("copy/aligned", {}, needs(8)), std::logic_error);
}

TEST(Suite, RefusesAWorkloadWithoutALaunch) {
  Suite suite;
  EXPECT_THROW(suite.add("copy/aligned", {}, [](Workload&) {}), std::logic_error);
}

TEST(Suite, KnowsSweepsByTheirFamily) {
  Suite suite;
  suite.add("stream_sweep/triad", {}, needs(4));
  suite.add("stream/not_a_sweep", {}, needs(4));
  EXPECT_TRUE(suite.rows()[0].is_sweep());
  EXPECT_FALSE(suite.rows()[2].is_sweep());
}

TEST(Suite, SweepsHaveTheSizesThatWhoeverRunsItWants) {
  EXPECT_TRUE(Suite().sweep_mib().empty());
  EXPECT_EQ(Suite({64, 512}).sweep_mib(), (std::vector<unsigned>{64, 512}));
}

TEST(Suite, ItsArenaHoldsTheLargestRowThatFits) {
  Suite suite;
  suite.add("a/small", {}, needs(4 * mib));
  suite.add("a/large", {}, needs(64 * mib));
  EXPECT_EQ(suite.arena_bytes(1024 * mib), 64 * mib);
  EXPECT_EQ(suite.arena_bytes(63 * mib), 4 * mib);
  EXPECT_EQ(suite.arena_bytes(mib), 0U);
}

}  // namespace
}  // namespace warpmark
