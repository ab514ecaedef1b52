// What is wrong with a call is said of its row, and of no other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/measure/cuda_error.h"
#include "tests/measure/foreign.h"
#include "tests/measure/launch_kinds.h"
#include "tests/measure/measured_row.h"
#include "tests/measure/spin.h"

namespace warpmark::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::size_t some = 1000;

/// The error of a row that must have one.
std::string error_of(const Declare& declare) { return measured_row(declare).error.value_or("none"); }

std::string error_of_launch(const Workload::Launch& launch) {
  return error_of([&](Workload& workload) { workload.launch(launch); });
}

TEST(BadCall, ThatLaunchesNothing) {
  if (!knows_kernels()) GTEST_SKIP() << "no CUPTI here";
  EXPECT_THAT(error_of_launch([](cudaStream_t) {}), HasSubstr("CUPTI saw no kernel in a call: does it launch one?"));
}

TEST(BadCall, ThatLaunchesOnAnotherStream) {
  if (!knows_kernels()) GTEST_SKIP() << "no CUPTI here";
  EXPECT_THAT(error_of_launch([](cudaStream_t) { spin(1000, nullptr); }),
              HasSubstr("launch on the stream that the call is given"));
}

TEST(BadCall, ThatThrows) {
  EXPECT_EQ(error_of_launch([](cudaStream_t) { throw std::runtime_error("no such shape"); }), "no such shape");
  EXPECT_EQ(error_of_launch([](cudaStream_t) { throw 7; }), "the launch threw something that is no std::exception");
}

TEST(BadCall, WhosePreparationThrows) {
  EXPECT_EQ(error_of([](Workload& workload) {
              workload.launch([](cudaStream_t) -> int { throw std::runtime_error("no such module"); },
                              [](int, cudaStream_t) {});
            }),
            "no such module");
}

TEST(BadCall, ThatLeavesAnErrorBehind) {
  EXPECT_THAT(error_of_launch([](cudaStream_t stream) { launch_impossibly(nullptr, stream); }),
              HasSubstr("CUDA error cudaErrorInvalidValue while launching the workload"));
}

TEST(BadCall, OfAKernelThatWasNotBuiltForThisGpu) {
  if (Device(0).properties().major == foreign_major) GTEST_SKIP() << "this GPU can run it";
  EXPECT_THAT(error_of_launch(launch_foreign), AllOf(HasSubstr("cudaErrorNoKernelImageForDevice"),
                                                     HasSubstr("build it with -DCMAKE_CUDA_ARCHITECTURES=")));
}

TEST(BadCall, WhoseResultDependsOnHowOftenItRuns) {
  EXPECT_THAT(error_of([](Workload& workload) {
                workload.output<int>(some);
                const auto sum = workload.output<int>(some);
                workload.launch([=](cudaStream_t stream) { add_one(sum.data, some, stream); });
              }),
              HasSubstr("output 1, in order of declaration, is another after the first call than after the last"));
}

TEST(BadCall, MayDifferWhereThatIsDeclaredAndHasNoHash) {
  const Row row = measured_row([](Workload& workload) {
    const auto sum = workload.output<int>(some);
    workload.nondeterministic();
    workload.launch([=](cudaStream_t stream) { add_one(sum.data, some, stream); });
  });
  ASSERT_FALSE(row.error) << *row.error;
  EXPECT_FALSE(row.counter("gpu_output_hash"));
}

TEST(BadCall, ThatChangesItsInputs) {
  EXPECT_THAT(error_of([](Workload& workload) {
                const auto in = workload.input<int>(some, 1);
                workload.launch([=](cudaStream_t stream) { add_one(in.data, some, stream); });
              }),
              HasSubstr("input 0, in order of declaration, was changed by the calls"));
}

TEST(BadCall, ThatDeclaresNoBytesHasATimeAndNoBandwidth) {
  const Row row =
      measured_row([](Workload& workload) { workload.launch([](cudaStream_t stream) { spin(1000, stream); }); });
  ASSERT_FALSE(row.error) << *row.error;
  EXPECT_GT(row.time_us, 0);
  EXPECT_FALSE(row.counter("gpu_gbps"));
  EXPECT_FALSE(row.counter("gpu_peak_percent"));
}

TEST(BadCall, LeavesTheNextRowAsItWas) {
  error_of_launch([](cudaStream_t) { spin(1'000'000, nullptr); });
  error_of_launch([](cudaStream_t stream) { launch_impossibly(nullptr, stream); });
  EXPECT_FALSE(measured_row([](Workload& workload) {
                 const auto out = workload.output<int>(some);
                 workload.expect(out, [](std::size_t) { return 7; });
                 workload.launch([=](cudaStream_t stream) { set_all(out.data, some, 7, stream); });
               }).error);
}

}  // namespace
}  // namespace warpmark::test
