#include "harness/measure/sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace warpmark {
namespace {

/// A workload whose sample i takes time_us(i), on a clock that runs with it.
struct FakeGpu {
  std::function<double(int)> time_us;
  double ms_per_sample = 0.1;
  int taken = 0;
  double now_ms = 0;
  int interrupt_after = 1 << 30;

  SampleSource source() {
    return {.take =
                [this](int count) {
                  std::vector<Sample> samples;
                  for (int i = 0; i < count; ++i) {
                    samples.push_back({.busy_us = time_us(taken++), .span_us = 0, .kernels = 1});
                    now_ms += ms_per_sample;
                  }
                  return samples;
                },
            .now_ms = [this] { return now_ms; },
            .step_us = [] { return 0.032; },
            .check_interrupt =
                [this] {
                  if (taken >= interrupt_after) throw std::runtime_error("stop");
                }};
  }
};

TEST(Sampler, StopsAtTheFirstBatchOfAQuietLongWorkload) {
  FakeGpu gpu{[](int i) { return 2000 + i % 2; }};
  const Sampling sampling = sample_until_precise({}, gpu.source());
  EXPECT_EQ(sampling.samples.size(), 10U);
  EXPECT_FALSE(sampling.budget_ended);
  EXPECT_NEAR(sampling.centre.time_us, 2000.5, 0.5);
}

TEST(Sampler, SpreadsTheSamplesOfAQuietShortWorkloadOverSomeMilliseconds) {
  FakeGpu gpu{[](int i) { return 500 + i % 2; }};
  EXPECT_EQ(sample_until_precise({}, gpu.source()).samples.size(), 30U);
  FakeGpu shorter{[](int i) { return 100 + i % 2 * 0.1; }};
  EXPECT_EQ(sample_until_precise({}, shorter.source()).samples.size(), 32U);
}

TEST(Sampler, TakesMoreOfANoisyWorkloadUntilItIsPrecise) {
  FakeGpu gpu{[](int i) { return 1000 + (i * 7 % 11) * 2.0; }};
  const Sampling sampling = sample_until_precise({}, gpu.source());
  EXPECT_GT(sampling.samples.size(), 40U);
  EXPECT_FALSE(sampling.budget_ended);
  EXPECT_LE(sampling.centre.half_width_us, 0.002 * sampling.centre.time_us);
}

TEST(Sampler, EqualTimesOfAShortKernelDoNotStopItAtOnce) {
  FakeGpu gpu{[](int) { return 1.92; }};
  const Sampling sampling = sample_until_precise({}, gpu.source());
  EXPECT_GT(sampling.samples.size(), 50U);  // 32 ns are 1.7 % of this kernel
  EXPECT_FALSE(sampling.budget_ended);
}

TEST(Sampler, DiscardsSamplesUntilTheClockIsUp) {
  FakeGpu gpu{[](int i) { return i < 12 ? 2000 - 80 * i : 1000; }};
  const Sampling sampling = sample_until_precise({}, gpu.source());
  for (const Sample& sample : sampling.samples) EXPECT_EQ(sample.busy_us, 1000);
}

TEST(Sampler, SaysWhenTheBudgetEndedFirst) {
  FakeGpu gpu{[](int i) { return i % 2 == 0 ? 1000 : 2000; }};
  gpu.ms_per_sample = 1;
  SamplingPlan plan;
  plan.budget_ms = 40;
  const Sampling sampling = sample_until_precise(plan, gpu.source());
  EXPECT_TRUE(sampling.budget_ended);
  EXPECT_GE(sampling.samples.size(), 10U);
  EXPECT_LT(gpu.now_ms, 100);
}

TEST(Sampler, TakesFewerSamplesOfASlowWorkloadThanWouldOverrunTheBudgetManyTimes) {
  FakeGpu gpu{[](int) { return 7e6; }};
  gpu.ms_per_sample = 7000;
  EXPECT_EQ(sample_until_precise({}, gpu.source()).samples.size(), 3U);
  FakeGpu quicker{[](int i) { return i % 2 == 0 ? 15e3 : 16e3; }};
  quicker.ms_per_sample = 16;
  EXPECT_EQ(sample_until_precise({}, quicker.source()).samples.size(), 6U);
}

TEST(Sampler, NeverTakesMoreThanItMay) {
  FakeGpu gpu{[](int i) { return i % 2 == 0 ? 1000 : 2000; }};
  SamplingPlan plan;
  plan.most_samples = 37;
  const Sampling sampling = sample_until_precise(plan, gpu.source());
  EXPECT_EQ(sampling.samples.size(), 37U);
  EXPECT_TRUE(sampling.budget_ended);
}

TEST(Sampler, TakesOneSampleWhereNoMoreAreAllowed) {
  FakeGpu gpu{[](int) { return 1000; }};
  SamplingPlan plan;
  plan.most_samples = 1;
  EXPECT_EQ(sample_until_precise(plan, gpu.source()).samples.size(), 1U);
}

TEST(Sampler, StopsBetweenBatchesWhenAsked) {
  FakeGpu gpu{[](int i) { return i % 2 == 0 ? 1000 : 2000; }};
  gpu.interrupt_after = 30;
  EXPECT_THROW(sample_until_precise({}, gpu.source()), std::runtime_error);
}

/// 40 us with a spread of some percent, whose interval narrows slowly.
double unsteady_us(int i) { return 40 + 0.032 * (i * 7 % 51); }

TEST(Sampler, HalfTheBudgetIsEnoughForAShortWorkloadThatIsNearlyPrecise) {
  FakeGpu gpu{unsteady_us};
  gpu.ms_per_sample = 0.18;
  const Sampling sampling = sample_until_precise({}, gpu.source());
  EXPECT_TRUE(sampling.budget_ended);
  EXPECT_LE(sampling.centre.half_width_us, 0.005 * sampling.centre.time_us);
  EXPECT_GT(gpu.now_ms, 24);
  EXPECT_LT(gpu.now_ms, 26);
}

TEST(Sampler, AShortWorkloadThatIsFarFromPreciseHasTheWholeBudgetAndNoMore) {
  FakeGpu gpu{[](int i) { return 30 + i * 7 % 41; }};
  gpu.ms_per_sample = 0.18;
  EXPECT_TRUE(sample_until_precise({}, gpu.source()).budget_ended);
  EXPECT_GT(gpu.now_ms, 49);
  EXPECT_LT(gpu.now_ms, 51);
}

TEST(Sampler, LongWorkloadsAndThoseTheClockDoesNotResolveAreSampledUntilTheyArePrecise) {
  for (const double scale : {2.6, 0.1}) {
    FakeGpu gpu{[=](int i) { return scale * unsteady_us(i); }};
    gpu.ms_per_sample = 0.18;
    sample_until_precise({}, gpu.source());
    EXPECT_GT(gpu.now_ms, 40) << scale;
  }
}

/// Two workloads on one clock; sample i of each takes so long.
struct FakePair {
  FakeGpu first;
  FakeGpu second;
  double now_ms = 0;
  std::vector<int> batches = {};

  PairSource source() {
    const auto on_one_clock = [this](FakeGpu& gpu) {
      SampleSource source = gpu.source();
      source.take = [this, &gpu, take = source.take](int count) {
        now_ms += count * gpu.ms_per_sample;
        return take(count);
      };
      source.now_ms = [this] { return now_ms; };
      return source;
    };
    const SampleSource a = on_one_clock(first);
    const SampleSource b = on_one_clock(second);
    const auto take_turns = [=, this](int count) {
      batches.push_back(count);
      std::vector<Turn> turns;
      for (int i = 0; i < count; ++i) turns.push_back({a.take(1), b.take(1)});
      return turns;
    };
    return {.first = a, .second = b, .take_turns = take_turns};
  }
};

TEST(PairSampler, EndsWhenBothArePrecise) {
  const auto quiet = [](int i) { return 2000 + i % 2; };
  const auto noisy = [](int i) { return 1000 + (i * 7 % 11) * 2.0; };
  for (const bool first_is_noisy : {false, true}) {
    FakePair gpu{{first_is_noisy ? std::function<double(int)>(noisy) : quiet},
                 {first_is_noisy ? std::function<double(int)>(quiet) : noisy}};
    const PairSampling pair = sample_pair_until_precise({}, gpu.source());
    EXPECT_GT(pair.first.samples.size(), 40U);
    EXPECT_EQ(pair.first.samples.size(), pair.second.samples.size());
    EXPECT_FALSE(pair.first.budget_ended || pair.second.budget_ended);
    const double expected = first_is_noisy ? 1010 / 2000.5 : 2000.5 / 1010;
    ASSERT_TRUE(pair.ratio);
    EXPECT_NEAR(pair.ratio->ratio, expected, 0.004 * expected);
  }
}

TEST(PairSampler, HasTheBudgetOfTwoAndSaysWhoseTimeIsNotPrecise) {
  FakePair gpu{{[](int i) { return i % 2 == 0 ? 1000 : 2000; }, 1}, {[](int) { return 500; }, 1}};
  SamplingPlan plan;
  plan.budget_ms = 40;
  const PairSampling pair = sample_pair_until_precise(plan, gpu.source());
  EXPECT_TRUE(pair.first.budget_ended);
  EXPECT_FALSE(pair.second.budget_ended);
  EXPECT_GE(gpu.now_ms, 80);
  EXPECT_LT(gpu.now_ms, 200);
}

TEST(PairSampler, NeverTakesMoreOfEachThanItMay) {
  FakePair gpu{{[](int i) { return i % 2 == 0 ? 1000 : 2000; }}, {[](int) { return 500; }}};
  SamplingPlan plan;
  plan.most_samples = 37;
  const PairSampling pair = sample_pair_until_precise(plan, gpu.source());
  EXPECT_EQ(pair.first.samples.size(), 37U);
  EXPECT_EQ(pair.second.samples.size(), 37U);
}

TEST(PairSampler, HalfTheBudgetOfTwoIsEnoughForShortOnesThatAreNearlyPrecise) {
  FakePair gpu{{unsteady_us, 0.18}, {unsteady_us, 0.18}};
  sample_pair_until_precise({}, gpu.source());
  EXPECT_GT(gpu.now_ms, 48);
  EXPECT_LT(gpu.now_ms, 52);
}

TEST(PairSampler, StopsWhenAskedOrWhenEitherFails) {
  FakePair stopped{{[](int i) { return i % 2 == 0 ? 1000 : 2000; }}, {[](int) { return 500; }}};
  stopped.first.interrupt_after = 30;
  EXPECT_THROW(sample_pair_until_precise({}, stopped.source()), std::runtime_error);
  FakePair failing{{[](int) { return 500; }}, {[](int i) { return i < 5 ? 500 : throw std::runtime_error("lost"); }}};
  EXPECT_THROW(sample_pair_until_precise({}, failing.source()), std::runtime_error);
}

}  // namespace
}  // namespace warpmark
