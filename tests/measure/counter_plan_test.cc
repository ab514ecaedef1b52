#include "harness/measure/counter_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/measure/metric_set.h"
#include "harness/run/input_error.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::vector<std::string> names_of(const std::vector<Counter>& counters) {
  std::vector<std::string> names;
  for (const Counter& counter : counters) names.push_back(counter.name);
  return names;
}

TEST(CounterPlan, MemoryCountsAccessesBySpaceAndBytesByLevel) {
  EXPECT_THAT(names_of(parse_counters("memory")),
              testing::ElementsAre("gpu_inst_executed", "gpu_inst_global_ld", "gpu_inst_global_st",
                                   "gpu_inst_shared_ld", "gpu_inst_shared_st", "gpu_inst_local_ld", "gpu_inst_local_st",
                                   "gpu_inst_generic_ld", "gpu_inst_generic_st", "gpu_sectors_per_request_ld",
                                   "gpu_sectors_per_request_st", "gpu_l2_bytes_read", "gpu_l2_bytes_written",
                                   "gpu_dram_bytes_read", "gpu_dram_bytes_written"));
}

TEST(CounterPlan, AMetricsCounterIsNamedAfterItAndRequired) {
  const auto counters = parse_counters("smsp__warps_launched.sum,sm__throughput.avg.pct_of_peak_sustained_elapsed");
  ASSERT_THAT(names_of(counters), testing::ElementsAre("gpu_smsp__warps_launched.sum",
                                                       "gpu_sm__throughput.avg.pct_of_peak_sustained_elapsed"));
  EXPECT_THAT(counters[0].metrics, testing::ElementsAre("smsp__warps_launched.sum"));
  EXPECT_TRUE(counters[0].required);
}

TEST(CounterPlan, WhatIsNamedTwiceIsCountedOnce) {
  EXPECT_EQ(parse_counters("memory,memory").size(), parse_counters("memory").size());
  EXPECT_EQ(parse_counters("dram__bytes.sum,dram__bytes.sum").size(), 1U);
}

TEST(CounterPlan, AnythingElseIsAnErrorThatSaysWhatToWrite) {
  const auto error = [](const std::string& list) {
    try {
      parse_counters(list);
    } catch (const InputError& refusal) {
      return std::string(refusal.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(error("memroy"), AllOf(HasSubstr("\"memroy\" is neither"), HasSubstr("--gpu_counters=list")));
  EXPECT_THAT(error("memory,,dram__bytes.sum"), HasSubstr("nothing between two commas"));
  EXPECT_THAT(error(""), HasSubstr("nothing"));
  EXPECT_THAT(error("memory,"), HasSubstr("nothing"));
  EXPECT_THAT(error("dram__bytes_read"), HasSubstr("as in dram__bytes_read.sum"));
  for (const std::string list : {"dram__bytes_read.", ".sum", "a b__c.sum", "x__y.sum;z", "mem.ory__"}) {
    EXPECT_THAT(error(list), HasSubstr("neither")) << list;
  }
}

TEST(CounterPlan, PresetsAreShownWithTheirMetrics) {
  EXPECT_THAT(counter_presets_text(),
              AllOf(HasSubstr("memory: "), HasSubstr("gpu_dram_bytes_read"), HasSubstr("dram__bytes_read.sum"),
                    HasSubstr("lts__t_sectors_srcunit_tex_op_read.sum x 32")));
}

/// CUPTI knows the metrics of every chip on any machine.
class CounterPlanOnChip : public testing::TestWithParam<const char*> {};

TEST_P(CounterPlanOnChip, EveryPresetIsThereAndTakesFewPasses) {
  constexpr std::size_t few = 3;  // each costs a launch and up to 28 ms
  MetricSet set(GetParam());
  std::vector<std::string> metrics;
  for (const Counter& counter : parse_counters("memory")) {
    const auto metric = std::find_if(counter.metrics.begin(), counter.metrics.end(),
                                     [&](const std::string& name) { return set.supports(name); });
    ASSERT_NE(metric, counter.metrics.end()) << counter.name;
    metrics.push_back(*metric);
    if (counter.per.empty()) continue;
    ASSERT_TRUE(set.supports(counter.per));
    metrics.push_back(counter.per);
  }
  set.schedule(metrics);
  EXPECT_GE(set.passes(), 1U);
  EXPECT_LE(set.passes(), few);
}

// What nvcc's sm_80, sm_86, sm_89, sm_90, sm_100 and sm_120 run on.
INSTANTIATE_TEST_SUITE_P(Chips, CounterPlanOnChip,
                         testing::Values("GA100", "GA102", "AD102", "GH100", "GB100", "GB202"),
                         [](const auto& chip) { return std::string(chip.param); });

TEST(MetricSet, KnowsWhatAChipCannotCount) {
  const MetricSet hopper("GH100");
  EXPECT_TRUE(hopper.supports("smsp__inst_executed.sum"));
  EXPECT_FALSE(hopper.supports("smsp__inst_imagined.sum"));
  EXPECT_FALSE(hopper.supports("dram__bytes_read.nonsense"));
  EXPECT_ANY_THROW(MetricSet("no such chip"));
  MetricSet set("GH100");
  EXPECT_ANY_THROW(set.schedule({"smsp__inst_imagined.sum"}));
}

}  // namespace
}  // namespace warpmark
