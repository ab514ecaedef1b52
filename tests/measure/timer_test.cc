#include "harness/measure/timer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/measure/cuda_error.h"
#include "harness/measure/cupti_timer.h"
#include "harness/measure/statistics.h"
#include "tests/measure/spin.h"

namespace warpmark::test {
namespace {

/// The centre of `samples_wanted` samples of one spin kernel, by a timer.
double measured_us(Timer& timer, std::uint64_t spin_ns, int samples_wanted) {
  constexpr std::size_t loading = 3;  // the first launches load the kernel
  for (int i = 0; i < samples_wanted + static_cast<int>(loading); ++i) {
    timer.begin(nullptr);
    spin(spin_ns, nullptr);
    timer.end(nullptr);
  }
  const std::vector<Sample> samples = timer.collect(nullptr);
  std::vector<double> times_us;
  for (std::size_t i = loading; i < samples.size(); ++i) times_us.push_back(samples[i].busy_us);
  return centre_of(times_us, 0).time_us;
}

class CuptiTimerTest : public testing::Test {
 protected:
  void SetUp() override {
    check_cuda(cudaFree(nullptr), "starting CUDA");
    chosen_ = choose_timer(TimerChoice::automatic, nullptr);
    if (chosen_.timer->name() != "cupti") GTEST_SKIP() << "no CUPTI here: " << chosen_.reason;
  }
  Timer& timer() { return *chosen_.timer; }

 private:
  ChosenTimer chosen_;
};

TEST_F(CuptiTimerTest, MeasuresWhatWasAskedForWithSlopeOneAndAnEmptyKernelsIntercept) {
  const double empty_us = measured_us(timer(), 0, 200);
  const double at_5_us = measured_us(timer(), 5'000, 200);
  const double at_50_us = measured_us(timer(), 50'000, 100);
  const double at_500_us = measured_us(timer(), 500'000, 50);
  const double slope = (at_500_us - at_5_us) / (500 - 5);
  const double intercept_us = at_5_us - slope * 5;
  RecordProperty("empty_us", std::to_string(empty_us));
  RecordProperty("slope", std::to_string(slope));
  EXPECT_NEAR(slope, 1, 0.005);
  EXPECT_NEAR((at_50_us - at_5_us) / 45, 1, 0.005);
  EXPECT_NEAR(intercept_us, empty_us, 0.2);
  EXPECT_LT(empty_us, 2);
  std::printf("empty %.4f us, 5 us %.4f, 50 us %.4f, 500 us %.4f: slope %.5f, intercept %.4f us\n", empty_us, at_5_us,
              at_50_us, at_500_us, slope, intercept_us);
}

TEST(ClockStep, IsTheLargestPowerOfTwoThatDividesTheDurations) {
  EXPECT_EQ(clock_step_ns({1920, 1953, 3487, 64}, 0), 32U);
  EXPECT_EQ(clock_step_ns({1024, 2047, 5121}, 0), 1024U);
  EXPECT_EQ(clock_step_ns({1024}, 32), 32U);  // what was known before holds
  EXPECT_EQ(clock_step_ns({1920, 1937}, 32), 16U);
  EXPECT_EQ(clock_step_ns({1000, 1007, 1013}, 0), 1U);
}

TEST_F(CuptiTimerTest, KnowsTheStepOfItsClock) {
  std::printf("clock step: %.0f ns\n", timer().step_ns());
  EXPECT_GE(timer().step_ns(), 1);
  EXPECT_LE(timer().step_ns(), 1024);
}

TEST_F(CuptiTimerTest, CountsOnlyKernelsLaunchedInsideASample) {
  timer().begin(nullptr);
  spin(1000, nullptr);
  spin(2000, nullptr);
  timer().end(nullptr);
  spin(50'000, nullptr);  // a flush or fill between samples
  timer().begin(nullptr);
  spin(1000, nullptr);
  spin(2000, nullptr);
  timer().end(nullptr);
  const std::vector<Sample> samples = timer().collect(nullptr);
  ASSERT_EQ(samples.size(), 2U);
  for (const Sample& sample : samples) {
    EXPECT_EQ(sample.kernels, 2);
    EXPECT_LT(sample.busy_us, 30);
    EXPECT_GE(sample.span_us, sample.busy_us);
  }
  EXPECT_EQ(timer().kernels().size(), 2U);
  EXPECT_NE(timer().kernels().front().name.find("spin_kernel"), std::string::npos);
}

TEST_F(CuptiTimerTest, SaysHowAKernelWasLaunched) {
  timer().begin(nullptr);
  spin(1000, nullptr);
  timer().end(nullptr);
  timer().collect(nullptr);
  const KernelFacts kernel = timer().kernels().at(0);
  EXPECT_EQ(kernel.grid_blocks, 1);
  EXPECT_EQ(kernel.block_threads, 1);
  EXPECT_GT(kernel.registers, 0);
  EXPECT_EQ(kernel.static_shared_bytes + kernel.dynamic_shared_bytes, 0);
  EXPECT_GE(kernel.time_us, 0.9);
}

TEST_F(CuptiTimerTest, PausedItMissesWhatRunsAndResumedItMeasuresAsBefore) {
  const double before_us = measured_us(timer(), 5'000, 50);
  timer().pause();
  spin(50'000, nullptr);
  timer().resume();
  EXPECT_NEAR(measured_us(timer(), 5'000, 50), before_us, 0.2);
}

TEST_F(CuptiTimerTest, ASampleWithoutAKernelIsAnError) {
  timer().begin(nullptr);
  timer().end(nullptr);
  EXPECT_THROW(timer().collect(nullptr), std::runtime_error);
  EXPECT_GT(measured_us(timer(), 5'000, 10), 4.9);  // and the next samples are sound
}

TEST_F(CuptiTimerTest, SaysHowManyKernelsASampleLaunched) {
  timer().begin(nullptr);
  spin(1000, nullptr);
  timer().end(nullptr);
  timer().begin(nullptr);
  spin(1000, nullptr);
  spin(1000, nullptr);
  timer().end(nullptr);
  const std::vector<Sample> samples = timer().collect(nullptr);
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].kernels, 1);
  EXPECT_EQ(samples[1].kernels, 2);
}

TEST_F(CuptiTimerTest, AgreesWithEventsOnAMillisecondWithinTheirBias) {
  const ChosenTimer events = choose_timer(TimerChoice::event, nullptr);
  const double by_cupti_us = measured_us(timer(), 1'000'000, 20);
  const double by_events_us = measured_us(*events.timer, 1'000'000, 20);
  std::printf("1 ms: CUPTI %.3f us, events %.3f us\n", by_cupti_us, by_events_us);
  EXPECT_GT(by_events_us, by_cupti_us - 0.5);
  EXPECT_LT(by_events_us, by_cupti_us + 10);
}

TEST(ChooseTimer, EventsAreTakenWhenAskedForAndSaySo) {
  const ChosenTimer chosen = choose_timer(TimerChoice::event, nullptr);
  EXPECT_EQ(chosen.timer->name(), "event");
  EXPECT_NE(chosen.reason, "");
}

}  // namespace
}  // namespace warpmark::test
