#include "harness/measure/counter_sums.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/run/input_error.h"

namespace warpmark {
namespace {

using testing::ElementsAre;
using testing::Pair;

bool everything(const std::string& /*metric*/) { return true; }

TEST(CounterSums, CollectsEachMetricOnceHoweverOftenItIsNeeded) {
  const CounterSums sums({{"gpu_a", {"a__x.sum"}}, {"gpu_ratio", {"b__x.sum"}, 1, "a__x.sum"}, {"gpu_b", {"b__x.sum"}}},
                         everything);
  EXPECT_THAT(sums.metrics(), ElementsAre("a__x.sum", "b__x.sum"));
  EXPECT_THAT(sums.names(), ElementsAre("gpu_a", "gpu_ratio", "gpu_b"));
  EXPECT_THAT(sums.of({{2, 8}}), ElementsAre(Pair("gpu_a", 2), Pair("gpu_b", 8), Pair("gpu_ratio", 4)));
}

TEST(CounterSums, ManyMetricsKeepTheirOrder) {
  const CounterSums sums(parse_counters("memory"), everything);
  std::vector<double> values;
  for (std::size_t i = 0; i < sums.metrics().size(); ++i) values.push_back(static_cast<double>(i));
  const auto counters = sums.of({values});
  const auto index = [&](const char* metric) {
    return std::find(sums.metrics().begin(), sums.metrics().end(), metric) - sums.metrics().begin();
  };
  EXPECT_EQ(counters.at("gpu_inst_generic_ld"), index("smsp__inst_executed_op_generic_ld.sum"));
  EXPECT_EQ(counters.at("gpu_dram_bytes_written"), index("dram__bytes_write.sum"));
  EXPECT_EQ(counters.at("gpu_l2_bytes_read"),
            32.0 * static_cast<double>(index("lts__t_sectors_srcunit_tex_op_read.sum")));
}

TEST(CounterSums, AddsUpTheKernelsOfACallBeforeItDivides) {
  const CounterSums sums({{"gpu_ratio", {"sectors__x.sum"}, 1, "requests__x.sum"}}, everything);
  EXPECT_THAT(sums.of({{32, 1}, {8, 9}}), ElementsAre(Pair("gpu_ratio", 4)));
}

TEST(CounterSums, LeavesOutWhatHasNoValue) {
  const CounterSums sums({{"gpu_ratio", {"sectors__x.sum"}, 1, "requests__x.sum"}, {"gpu_pct", {"sm__x.avg"}}},
                         everything);
  EXPECT_THAT(sums.of({{0, 0, 50}}), ElementsAre(Pair("gpu_pct", 50)));
  EXPECT_THAT(sums.of({{4, 1, 50}, {4, 1, 70}}), ElementsAre(Pair("gpu_ratio", 4)));  // an average of two kernels?
}

TEST(CounterSums, TakesTheFirstNameThatTheGpuKnows) {
  const auto newer = [](const std::string& metric) { return metric == "dram__bytes_op_read.sum"; };
  const CounterSums sums({{"gpu_dram", {"dram__bytes_read.sum", "dram__bytes_op_read.sum"}}}, newer);
  EXPECT_THAT(sums.metrics(), ElementsAre("dram__bytes_op_read.sum"));
}

TEST(CounterSums, WhatTheGpuLacksIsLeftOutOfAPresetAndAnErrorByName) {
  const auto nothing = [](const std::string& /*metric*/) { return false; };
  const CounterSums sums({{"gpu_a", {"a__x.sum"}}}, nothing);
  EXPECT_THAT(sums.lacking(), ElementsAre("gpu_a"));
  EXPECT_TRUE(sums.metrics().empty());
  EXPECT_THROW(CounterSums(parse_counters("a__x.sum"), nothing), InputError);
}

}  // namespace
}  // namespace warpmark
