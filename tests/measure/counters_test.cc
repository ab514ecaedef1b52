#include "harness/measure/counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/measure/cuda_error.h"
#include "harness/measure/row_meter.h"
#include "harness/run/input_error.h"
#include "tests/measure/counted.h"

namespace warpmark::test {
namespace {

constexpr std::size_t small = std::size_t{1} << 20;  // floats: 4 MiB, which the L2 holds
constexpr std::size_t large = std::size_t{1} << 26;  // 256 MiB, which it does not
constexpr double warp_accesses = small / 32;
constexpr double sector_floats = 8;

class CountersTest : public testing::Test {
 protected:
  /// The row of a kernel, in one state of the L2, counted by `list`.
  Row counted(Counted kernel, std::size_t count, L2State l2, const std::string& list = "memory") {
    Suite suite;
    suite.add("test/counted", {{"size", count}}, [=](Workload& workload) {
      const auto out = workload.output<float>(count);
      const auto in = workload.input<float>(count, 7);
      workload.reads(in.bytes());
      workload.writes(kernel == read_wide ? 0 : out.bytes());
      workload.launch([=](cudaStream_t stream) { kernel(out.data, in.data, count, stream); });
    });
    return measured(suite.rows()[l2 == L2State::cold ? 0 : 1], suite, list);
  }

  Row measured(const SuiteRow& row, const Suite& suite, const std::string& list) {
    const Device device(0);
    RowStage stage(device, suite);
    const OpenedCounters opened = open_counters(parse_counters(list), stage);
    if (opened.counters == nullptr) {
      refused_ = opened.reason;
      return {};
    }
    EXPECT_LE(opened.counters->passes(), list == "memory" ? 3U : 16U);
    const ChosenTimer timer = choose_timer(TimerChoice::automatic, device.stream());
    RowMeter meter(stage, suite, *timer.timer, opened.counters.get(), {}, [] {});
    Row result = meter.measure(row);
    EXPECT_FALSE(result.error) << *result.error;
    return result;
  }

  std::string refused_;
};

/// Declares `row`, counted, and prints it; skips the test where this machine refuses counters.
#define COUNT(row, ...)                               \
  const Row row = counted(__VA_ARGS__);               \
  if (!refused_.empty()) GTEST_SKIP() << refused_;    \
  for (const auto& [name, value] : row.counters) {    \
    std::printf("  %s %.17g\n", name.c_str(), value); \
  }

TEST_F(CountersTest, ANarrowCopyLoadsAndStoresOnceAWarp) {
  COUNT(row, copy_narrow, small, L2State::warm)
  EXPECT_EQ(row.counters.at("gpu_inst_global_ld"), warp_accesses);
  EXPECT_EQ(row.counters.at("gpu_inst_global_st"), warp_accesses);
  for (const char* other : {"shared_ld", "shared_st", "local_ld", "local_st", "generic_ld", "generic_st"}) {
    EXPECT_EQ(row.counters.at(std::string("gpu_inst_") + other), 0) << other;
  }
  EXPECT_EQ(row.counters.at("gpu_sectors_per_request_ld"), 32 / sector_floats);
  EXPECT_EQ(row.counters.at("gpu_sectors_per_request_st"), 32 / sector_floats);
  EXPECT_EQ(row.counters.at("gpu_l2_bytes_read"), small * sizeof(float));
  EXPECT_EQ(row.counters.at("gpu_l2_bytes_written"), small * sizeof(float));
  EXPECT_GE(row.counters.at("gpu_inst_executed"), 3 * warp_accesses);  // load, store, exit
  EXPECT_EQ(row.counters.at("gpu_grid_blocks"), small / 256);
  EXPECT_EQ(row.counters.at("gpu_block_threads"), 256);
}

TEST_F(CountersTest, AWideCopyNeedsAQuarterOfTheAccesses) {
  COUNT(row, copy_wide, small, L2State::warm)
  EXPECT_EQ(row.counters.at("gpu_inst_global_ld"), warp_accesses / 4);
  EXPECT_EQ(row.counters.at("gpu_inst_global_st"), warp_accesses / 4);
  EXPECT_EQ(row.counters.at("gpu_sectors_per_request_ld"), 128 / sector_floats);
}

TEST_F(CountersTest, ASharedBaseIsCountedAsShared) {
  COUNT(row, copy_by_shared, small, L2State::warm)
  EXPECT_EQ(row.counters.at("gpu_inst_shared_ld"), warp_accesses);
  EXPECT_EQ(row.counters.at("gpu_inst_shared_st"), warp_accesses);
  EXPECT_EQ(row.counters.at("gpu_inst_generic_ld"), 0);
  EXPECT_EQ(row.counters.at("gpu_inst_generic_st"), 0);
  EXPECT_EQ(row.counters.at("gpu_inst_global_ld"), warp_accesses);
}

TEST_F(CountersTest, ASharedBaseAlignedThroughAnIntegerIsCountedAsGeneric) {
  COUNT(row, copy_by_generic, small, L2State::warm)
  EXPECT_EQ(row.counters.at("gpu_inst_generic_ld"), warp_accesses);
  EXPECT_EQ(row.counters.at("gpu_inst_generic_st"), warp_accesses);
  EXPECT_EQ(row.counters.at("gpu_inst_shared_ld"), 0);
  EXPECT_EQ(row.counters.at("gpu_inst_shared_st"), 0);
  EXPECT_EQ(row.counters.at("gpu_inst_global_ld"), warp_accesses);
  EXPECT_EQ(row.counters.at("gpu_shared_bytes"), 2048);
}

TEST_F(CountersTest, LocalMemoryIsCountedAsLocal) {
  COUNT(row, copy_by_local, small, L2State::warm)
  EXPECT_EQ(row.counters.at("gpu_inst_local_ld"), warp_accesses);
  EXPECT_EQ(row.counters.at("gpu_inst_local_st"), warp_accesses);
  EXPECT_EQ(row.counters.at("gpu_inst_global_ld"), warp_accesses);
}

TEST_F(CountersTest, StridedLoadsTakeASectorEach) {
  COUNT(row, copy_strided, small, L2State::warm)
  EXPECT_EQ(row.counters.at("gpu_sectors_per_request_ld"), 32);
  EXPECT_EQ(row.counters.at("gpu_sectors_per_request_st"), 32 / sector_floats);
  EXPECT_EQ(row.counters.at("gpu_inst_global_ld"), warp_accesses);
}

TEST_F(CountersTest, OfSeveralKernelsTheSumIsCounted) {
  COUNT(row, copy_twice, small, L2State::warm, "memory,sm__throughput.avg.pct_of_peak_sustained_elapsed")
  EXPECT_EQ(row.counters.at("gpu_inst_global_ld"), warp_accesses + warp_accesses / 4);
  EXPECT_EQ(row.counters.at("gpu_l2_bytes_read"), 2 * small * sizeof(float));
  EXPECT_EQ(row.counters.at("gpu_sectors_per_request_ld"), 2 * small / sector_floats / (1.25 * warp_accesses));
  EXPECT_FALSE(row.counters.contains("gpu_sm__throughput.avg.pct_of_peak_sustained_elapsed"));
}

TEST_F(CountersTest, AMetricByNameIsCounted) {
  COUNT(row, copy_narrow, small, L2State::warm,
        "smsp__warps_launched.sum,sm__throughput.avg.pct_of_peak_sustained_elapsed")
  EXPECT_EQ(row.counters.at("gpu_smsp__warps_launched.sum"), warp_accesses);
  EXPECT_GT(row.counters.at("gpu_sm__throughput.avg.pct_of_peak_sustained_elapsed"), 0);
  EXPECT_FALSE(row.counters.contains("gpu_inst_executed"));
}

TEST_F(CountersTest, AMetricThatTheGpuLacksIsAnError) {
  EXPECT_THROW(counted(copy_narrow, small, L2State::warm, "smsp__inst_imagined.sum"), InputError);
}

TEST_F(CountersTest, AColdRowReadsItsBufferFromDramAndAWarmOneDoesNot) {
  constexpr double bytes = small * sizeof(float);
  COUNT(cold, read_wide, small, L2State::cold)
  const Row warm = counted(read_wide, small, L2State::warm);
  EXPECT_NEAR(cold.counters.at("gpu_dram_bytes_read") / bytes, 1, 0.01);
  EXPECT_NEAR(cold.counters.at("gpu_dram_per_declared_byte"), 1, 0.02);
  EXPECT_LT(warm.counters.at("gpu_dram_bytes_read") / bytes, 0.01);
  EXPECT_FALSE(warm.counters.contains("gpu_dram_per_declared_byte"));
}

TEST_F(CountersTest, ALargeReadMovesWhatItDeclares) {
  COUNT(row, read_wide, large, L2State::cold)
  EXPECT_NEAR(row.counters.at("gpu_dram_bytes_read") / (large * sizeof(float)), 1, 0.01);
  EXPECT_NEAR(row.counters.at("gpu_dram_per_declared_byte"), 1, 0.01);
}

TEST_F(CountersTest, AStridedReadOfMoreThanTheL2MovesManyTimesWhatItDeclares) {
  COUNT(row, copy_strided, large, L2State::cold)
  EXPECT_GT(row.counters.at("gpu_dram_per_declared_byte"), 2);
}

TEST_F(CountersTest, MemsetsOfACallAreNoKernelsAndNotCounted) {
  Suite suite;
  suite.add("test/memset", {{"size", 1}}, [](Workload& workload) {
    const auto out = workload.output<float>(small);
    const auto in = workload.input<float>(small, 7);
    workload.launch([=](cudaStream_t stream) {
      check_cuda(cudaMemsetAsync(out.data, 0, out.bytes(), stream), "clearing");
      copy_narrow(out.data, in.data, small, stream);
    });
  });
  const Row row = measured(suite.rows()[1], suite, "memory");
  if (!refused_.empty()) GTEST_SKIP() << refused_;
  EXPECT_EQ(row.counters.at("gpu_inst_global_st"), warp_accesses);
  EXPECT_EQ(row.counters.at("gpu_l2_bytes_written"), small * sizeof(float));
}

Declare copying(Counted kernel, std::size_t count) {
  return [=](Workload& workload) {
    const auto out = workload.output<float>(count);
    const auto in = workload.input<float>(count, 7);
    workload.reads(in.bytes());
    workload.writes(out.bytes());
    workload.launch([=](cudaStream_t stream) { kernel(out.data, in.data, count, stream); });
  };
}

/// A row that fails costs the others nothing.
TEST_F(CountersTest, ManyRowsAtOnceCountWhatEachDoesByItself) {
  Suite suite;
  suite.add("test/narrow", {{"size", small}}, copying(copy_narrow, small));
  suite.add("test/bad", {{"size", 1}}, [](Workload& workload) {
    workload.launch([](cudaStream_t) { throw std::runtime_error("no such thing"); });
  });
  suite.add("test/twice", {{"size", small}}, copying(copy_twice, small));
  suite.add("test/wide", {{"size", large}}, copying(copy_wide, large));
  const Device device(0);
  RowStage stage(device, suite);
  const OpenedCounters opened = open_counters(parse_counters("memory"), stage);
  if (opened.counters == nullptr) GTEST_SKIP() << opened.reason;
  const ChosenTimer timer = choose_timer(TimerChoice::automatic, device.stream());
  RowMeter meter(stage, suite, *timer.timer, opened.counters.get(), {.most_samples = 1}, [] {});
  std::vector<const SuiteRow*> rows;
  for (const SuiteRow& row : suite.rows()) rows.push_back(&row);
  std::vector<std::string> begun;
  const std::vector<Row> together = meter.count(rows, [&](const SuiteRow& row) { begun.push_back(row.key); });
  ASSERT_EQ(together.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(together[i].key, rows[i]->key);
    EXPECT_EQ(begun[i], rows[i]->key);
    const Row alone = meter.measure(*rows[i]);
    EXPECT_EQ(together[i].error, alone.error);
    EXPECT_TRUE(alone.error || alone.counters.contains("gpu_inst_executed")) << rows[i]->key;
    for (const auto& [name, value] : alone.counters) {
      const double of_many = together[i].counter(name).value_or(-1);
      if (name.starts_with("gpu_inst_") || name.starts_with("gpu_sectors_")) {
        EXPECT_EQ(of_many, value) << rows[i]->key << ' ' << name;
      } else if (name == "gpu_dram_per_declared_byte") {
        EXPECT_NEAR(of_many / value, 1, 0.02) << rows[i]->key;
      }
    }
  }
}

TEST_F(CountersTest, ManyKernelsOfOneCallAreCounted) {
  constexpr int launches = 200;
  Suite suite;
  suite.add("test/many", {{"size", 1}}, [](Workload& workload) {
    const auto out = workload.output<float>(small);
    const auto in = workload.input<float>(small, 7);
    workload.launch([=](cudaStream_t stream) {
      for (int i = 0; i < launches; ++i) copy_narrow(out.data, in.data, small, stream);
    });
  });
  const Row row = measured(suite.rows()[1], suite, "memory");
  if (!refused_.empty()) GTEST_SKIP() << refused_;
  EXPECT_EQ(row.counters.at("gpu_inst_global_ld"), launches * warp_accesses);
}

/// Counting a row must not change what the next one's time is.
TEST_F(CountersTest, TimesAreTheSameAfterCounting) {
  Suite suite;
  suite.add("test/timed", {{"size", 1}}, [](Workload& workload) {
    const auto out = workload.output<float>(small);
    const auto in = workload.input<float>(small, 7);
    workload.launch([=](cudaStream_t stream) { copy_wide(out.data, in.data, small, stream); });
  });
  const Device device(0);
  device.wake();
  RowStage stage(device, suite);
  const OpenedCounters opened = open_counters(parse_counters("memory"), stage);
  if (opened.counters == nullptr) GTEST_SKIP() << opened.reason;
  const ChosenTimer timer = choose_timer(TimerChoice::automatic, device.stream());
  RowMeter plain(stage, suite, *timer.timer, nullptr, {}, [] {});
  RowMeter counting(stage, suite, *timer.timer, opened.counters.get(), {}, [] {});
  const SuiteRow& warm = suite.rows()[1];
  plain.measure(warm);
  const double before_us = plain.measure(warm).time_us;
  counting.measure(warm);
  const double after_us = plain.measure(warm).time_us;
  std::printf("  before counting %.4f us, after %.4f us\n", before_us, after_us);
  EXPECT_NEAR(after_us / before_us, 1, 0.03);
}

}  // namespace
}  // namespace warpmark::test
