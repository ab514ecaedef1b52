#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/measure/cuda_error.h"
#include "harness/measure/row_meter.h"
#include "tests/measure/spin.h"

namespace warpmark::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t elements = 1 << 16;
constexpr int right = 7;

/// Spins for `ns` and writes `byte` all over.
Declare spin_and_write(std::uint64_t ns, int byte) {
  return [=](Workload& workload) {
    const auto out = workload.output<unsigned char>(elements);
    workload.input<float>(elements, 5);
    workload.launch([=](cudaStream_t stream) {
      check_cuda(cudaMemsetAsync(out.data, byte, elements, stream), "writing");
      spin(ns, stream);
    });
  };
}

class RowPairTest : public testing::Test {
 protected:
  void declare_pair(const Declare& slow, const Declare& fast) {
    suite.add("test/pair", {{"arm", "slow"}}, slow);
    suite.add("test/pair", {{"arm", "fast"}}, fast);
    suite.pair("test", "arm", "slow", "fast");
  }
  Row measure(const std::string& key) {
    if (!meter_) start();
    const auto row =
        std::find_if(suite.rows().begin(), suite.rows().end(), [&](auto& each) { return each.key == key; });
    return meter_->measure(*row);
  }

  Suite suite;
  bool interrupt = false;

 private:
  void start() {
    stage_.emplace(device_, suite);
    timer_ = choose_timer(TimerChoice::automatic, device_.stream());
    meter_.emplace(*stage_, suite, *timer_.timer, nullptr, SamplingPlan{}, [this] {
      if (interrupt) throw Interrupted();
    });
  }

  Device device_{0};
  std::optional<RowStage> stage_;
  ChosenTimer timer_;
  std::optional<RowMeter> meter_;
};

const std::string slow_cold = "test/pair/arm:slow/l2:cold";
const std::string slow_warm = "test/pair/arm:slow/l2:warm";
const std::string fast_cold = "test/pair/arm:fast/l2:cold";
const std::string fast_warm = "test/pair/arm:fast/l2:warm";

TEST_F(RowPairTest, BothArmsHaveTheRatioOfTheFirstToTheSecond) {
  declare_pair(spin_and_write(60'000, right), spin_and_write(40'000, right));
  for (const auto& [asked, partner] : {std::pair{slow_cold, fast_cold}, std::pair{fast_warm, slow_warm}}) {
    const Row row = measure(asked);
    const Row other = measure(partner);
    ASSERT_FALSE(row.error) << *row.error;
    ASSERT_FALSE(other.error) << *other.error;
    EXPECT_EQ(row.key, asked);
    EXPECT_EQ(other.key, partner);
    const Row& slow = asked == slow_cold ? row : other;
    const Row& fast = asked == slow_cold ? other : row;
    EXPECT_GT(slow.time_us, 59);
    EXPECT_GT(fast.time_us, 39);
    EXPECT_LT(fast.time_us, slow.time_us);
    const double ratio = row.counters.at("gpu_pair_ratio");
    EXPECT_NEAR(ratio, slow.time_us / fast.time_us, 0.05 * ratio);
    EXPECT_LE(row.counters.at("gpu_pair_ratio_low"), ratio);
    EXPECT_GE(row.counters.at("gpu_pair_ratio_high"), ratio);
    for (const char* counter : {"gpu_pair_ratio", "gpu_pair_ratio_low", "gpu_pair_ratio_high", "gpu_output_hash"}) {
      EXPECT_EQ(row.counters.at(counter), other.counters.at(counter)) << counter;
    }
    EXPECT_EQ(row.counters.at("gpu_samples"), other.counters.at("gpu_samples"));
  }
}

TEST_F(RowPairTest, APairIsMeasuredOncePerRepetition) {
  declare_pair(spin_and_write(60'000, right), spin_and_write(40'000, right));
  const double first = measure(slow_warm).counters.at("gpu_pair_ratio_high");
  const double second = measure(slow_warm).counters.at("gpu_pair_ratio_high");
  EXPECT_EQ(measure(fast_warm).counters.at("gpu_pair_ratio_high"), first);
  EXPECT_EQ(measure(fast_warm).counters.at("gpu_pair_ratio_high"), second);
}

TEST_F(RowPairTest, DifferentResultsAreAnErrorOfBoth) {
  declare_pair(spin_and_write(6'000, right), spin_and_write(4'000, right + 1));
  const Row slow = measure(slow_cold);
  const Row fast = measure(fast_cold);
  ASSERT_TRUE(slow.error && fast.error);
  EXPECT_THAT(*slow.error, HasSubstr("its output differs from its partner's: " + fast_cold));
  EXPECT_THAT(*fast.error, HasSubstr("its output differs from its partner's: " + slow_cold));
  EXPECT_TRUE(slow.counters.empty());
}

TEST_F(RowPairTest, AnArmThatWritesNothingDoesNotPassByWhatItsPartnerWrote) {
  declare_pair(spin_and_write(6'000, right), [](Workload& workload) {
    workload.output<unsigned char>(elements);
    workload.input<float>(elements, 5);
    workload.launch([](cudaStream_t stream) { spin(4'000, stream); });
  });
  EXPECT_TRUE(measure(slow_cold).error);
  EXPECT_TRUE(measure(fast_cold).error);
}

TEST_F(RowPairTest, ARowStandsWithoutARatioWhereItsPartnerFails) {
  const auto failing = [](Workload& workload) {
    workload.output<unsigned char>(elements);
    workload.input<float>(elements, 5);
    workload.launch([](cudaStream_t) { throw std::runtime_error("no such kernel"); });
  };
  declare_pair(failing, spin_and_write(40'000, right));
  const Row fast = measure(fast_warm);
  ASSERT_FALSE(fast.error) << *fast.error;
  EXPECT_GT(fast.time_us, 39);
  EXPECT_FALSE(fast.counters.contains("gpu_pair_ratio"));
  const Row slow = measure(slow_warm);
  ASSERT_TRUE(slow.error);
  EXPECT_THAT(*slow.error, HasSubstr("no such kernel"));
}

TEST_F(RowPairTest, AWrongResultIsAnErrorOfItsOwnRowOnly) {
  const auto expecting = [](int byte) {
    return [=](Workload& workload) {
      const auto out = workload.output<unsigned char>(elements);
      workload.expect(out, [](std::size_t) { return static_cast<unsigned char>(right); });
      workload.launch([=](cudaStream_t stream) {
        check_cuda(cudaMemsetAsync(out.data, byte, elements, stream), "writing");
        spin(6'000, stream);
      });
    };
  };
  declare_pair(expecting(right), expecting(right + 1));
  EXPECT_FALSE(measure(slow_cold).error);
  const Row fast = measure(fast_cold);
  ASSERT_TRUE(fast.error);
  EXPECT_THAT(*fast.error, HasSubstr("element 0 is 8, expected 7"));
}

TEST_F(RowPairTest, OutputsElsewhereAreAnErrorOfBoth) {
  declare_pair(spin_and_write(6'000, right), [](Workload& workload) {
    workload.input<float>(elements, 5);
    workload.output<unsigned char>(elements);
    workload.launch([](cudaStream_t stream) { spin(4'000, stream); });
  });
  EXPECT_THAT(measure(slow_cold).error.value_or(""), HasSubstr("declares other outputs than its partner"));
  EXPECT_THAT(measure(fast_cold).error.value_or(""), HasSubstr("declares other outputs than its partner"));
}

TEST_F(RowPairTest, StopsWhenAsked) {
  declare_pair(spin_and_write(6'000, right), spin_and_write(4'000, right));
  interrupt = true;
  EXPECT_THROW(measure(slow_cold), Interrupted);
}

// Last: the process cannot use the GPU afterwards. ctest runs each test in a process of its own.
TEST_F(RowPairTest, ZAFaultOfThePartnerLosesTheGpuAndIsNamed) {
  declare_pair(spin_and_write(6'000, right), [](Workload& workload) {
    workload.output<unsigned char>(elements);
    workload.input<float>(elements, 5);
    workload.launch([](cudaStream_t stream) { fault(stream); });
  });
  try {
    measure(slow_cold);
    FAIL() << "the fault went unnoticed";
  } catch (const GpuLost& lost) {
    EXPECT_EQ(lost.row.key, slow_cold);
    EXPECT_THAT(*lost.row.error, HasSubstr("measured in turns with it, " + fast_cold + ": "));
    EXPECT_THAT(*lost.row.error, HasSubstr("cudaErrorIllegalAddress"));
  }
}

}  // namespace
}  // namespace warpmark::test
