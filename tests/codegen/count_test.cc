// The counts here are by hand, from the listings in tests/data/codegen.
#include "harness/codegen/count.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "fmt/format.h"
#include "harness/run/fnv1a.h"
#include "tests/codegen/recorded_listing.h"

namespace warpmark::codegen {
namespace {

using testing::ElementsAre;

TEST(Count, every_width_of_global_access) {
  const Metrics sm_80 = {{"instructions", 38},   {"registers", 22},      {"constant_load", 2},   {"global_load_8", 1},
                         {"global_load_16", 1},  {"global_load_32", 1},  {"global_load_64", 1},  {"global_load_128", 1},
                         {"global_store_8", 1},  {"global_store_16", 1}, {"global_store_32", 1}, {"global_store_64", 1},
                         {"global_store_128", 1}};
  EXPECT_EQ(recorded_kernel("common.sm_80", "widths").metrics, sm_80);
  Metrics sm_120 = sm_80;
  sm_120["registers"] = 26;
  sm_120["constant_load"] = 8;
  EXPECT_EQ(recorded_kernel("common.sm_120", "widths").metrics, sm_120);
}

TEST(Count, shared_memory_and_atomics) {
  const Metrics sm_80 = {{"instructions", 34},  {"registers", 16},     {"shared_bytes", 1024},
                         {"global_load_32", 2}, {"shared_load_32", 1}, {"shared_store_32", 1},
                         {"shared_atomic", 1},  {"global_atomic", 4},  {"constant_load", 1}};
  EXPECT_EQ(recorded_kernel("common.sm_80", "shared_and_atomics").metrics, sm_80);
  Metrics sm_120 = sm_80;
  sm_120["instructions"] = 39;
  sm_120["registers"] = 18;
  sm_120["shared_bytes"] = 2048;  // 1 KiB of it the system's
  sm_120["constant_load"] = 6;
  EXPECT_EQ(recorded_kernel("common.sm_120", "shared_and_atomics").metrics, sm_120);
}

TEST(Count, generic_accesses) {
  const Metrics sm_80 = {{"instructions", 33},   {"registers", 14},       {"shared_bytes", 128}, {"global_load_64", 2},
                         {"generic_load_32", 1}, {"generic_store_32", 2}, {"generic_atomic", 1}, {"constant_load", 1}};
  EXPECT_EQ(recorded_kernel("common.sm_80", "generic").metrics, sm_80);
}

TEST(Count, async_copies_without_the_loads_that_never_run) {
  for (const char* listing : {"common.sm_80", "common.sm_120"}) {
    const Metrics metrics = recorded_kernel(listing, "async_copies").metrics;
    EXPECT_EQ(sum_of(metrics, "async_copy_32"), 1U);
    EXPECT_EQ(sum_of(metrics, "async_copy_64"), 1U);
    EXPECT_EQ(sum_of(metrics, "async_copy_128"), 1U);
    EXPECT_EQ(sum_of(metrics, "shared_load_*"), 1U) << listing;  // sm_120 has three `@!PT LDS` besides
    EXPECT_EQ(sum_of(metrics, "global_store_128"), 1U);
    EXPECT_EQ(sum_of(metrics, "global_load_*"), 0U);
    EXPECT_EQ(sum_of(metrics, "matrix"), 0U);  // HFMA2.MMA is none
  }
}

TEST(Count, matrix_instructions) {
  for (const char* listing : {"common.sm_80", "common.sm_120"}) {
    const Metrics metrics = recorded_kernel(listing, "tiles").metrics;
    EXPECT_EQ(sum_of(metrics, "matrix"), 1U);
    EXPECT_EQ(sum_of(metrics, "matrix_load"), 1U);
    EXPECT_EQ(sum_of(metrics, "shared_store_16"), 1U);
  }
}

TEST(Count, spills_apart_from_local_arrays) {
  const Metrics spills = recorded_kernel("common.sm_80", "spills").metrics;
  EXPECT_EQ(sum_of(spills, "spill_load"), 3U);
  EXPECT_EQ(sum_of(spills, "spill_store"), 3U);
  EXPECT_EQ(sum_of(spills, "local_*"), 6U);
  EXPECT_EQ(sum_of(spills, "stack_bytes"), 16U);
  const Metrics array = recorded_kernel("common.sm_80", "local_array").metrics;
  EXPECT_EQ(sum_of(array, "local_load_32"), 1U);
  EXPECT_EQ(sum_of(array, "local_store_32"), 12U);
  EXPECT_EQ(sum_of(array, "spill_load"), 0U);
  EXPECT_EQ(sum_of(array, "spill_store"), 1U);  // the element at the constant index 0
  EXPECT_EQ(sum_of(recorded_kernel("common.sm_120", "spills").metrics, "spill_*"), 18U);
}

TEST(Count, what_counts_is_of_the_revision_that_records_name) {
  // Red: the same code counts differently than before. Raise counting_revision, and put here what it gives now.
  Fnv1a all;
  for (const char* listing : {"common.sm_80", "common.sm_120", "hopper.sm_90a", "blackwell.sm_100a"})
    for (const Kernel& kernel : recorded_kernels(listing))
      for (const auto& [metric, value] : kernel.metrics) all.add(fmt::format("{} {}:{} ", kernel.name, metric, value));
  EXPECT_EQ(fmt::format("{}: {}", counting_revision, all.digits()), "1: 6b0db6938d6a6266");
}

TEST(Count, what_hopper_brought) {
  const Metrics bulk = recorded_kernel("hopper.sm_90a", "bulk").metrics;
  EXPECT_EQ(sum_of(bulk, "bulk_copy"), 2U);
  EXPECT_EQ(sum_of(bulk, "bulk_reduce"), 1U);
  EXPECT_EQ(sum_of(bulk, "bulk_prefetch"), 1U);
  EXPECT_EQ(sum_of(bulk, "mbarrier"), 1U);
  EXPECT_EQ(sum_of(recorded_kernel("hopper.sm_90a", "tensor").metrics, "bulk_copy"), 2U);
  const Metrics cluster = recorded_kernel("hopper.sm_90a", "cluster").metrics;
  EXPECT_EQ(sum_of(cluster, "async_copy_32"), 1U);
  EXPECT_EQ(sum_of(cluster, "matrix_store"), 1U);
  EXPECT_EQ(sum_of(recorded_kernel("hopper.sm_90a", "warpgroup").metrics, "matrix"), 1U);
  EXPECT_EQ(sum_of(recorded_kernel("hopper.sm_90a", "multimem").metrics, "other_memory"), 1U);
}

TEST(Count, what_blackwell_brought) {
  const Metrics wide = recorded_kernel("blackwell.sm_100a", "wide").metrics;
  EXPECT_EQ(sum_of(wide, "global_load_256"), 1U);
  EXPECT_EQ(sum_of(wide, "global_store_256"), 1U);
  EXPECT_EQ(sum_of(wide, "instructions"), 11U);
  const Metrics tensor = recorded_kernel("blackwell.sm_100a", "tensor_memory").metrics;
  EXPECT_EQ(sum_of(tensor, "matrix"), 1U);
  EXPECT_EQ(sum_of(tensor, "matrix_load"), 1U);
  EXPECT_EQ(sum_of(tensor, "matrix_store"), 1U);
  EXPECT_EQ(sum_of(tensor, "bulk_copy"), 1U);
}

TEST(Count, an_access_knows_its_source_line) {
  const Kernel wide = recorded_kernel("blackwell.sm_100a", "wide");
  ASSERT_EQ(wide.target, "sm_100a");
  ASSERT_EQ(wide.compiler, "13.0.88");
  const auto load = std::find_if(wide.accesses.begin(), wide.accesses.end(),
                                 [](const Access& access) { return access.metrics.front() == "global_load_256"; });
  ASSERT_NE(load, wide.accesses.end());
  EXPECT_THAT(load->places, ElementsAre(SourceLine{"/src/blackwell.cu", 8}));
}

TEST(Count, the_hash_tells_codes_apart_and_overlooks_lines) {
  const Listing listing = recorded_listing("blackwell.sm_100a");
  Function function = listing.functions.at(0);
  const std::string hash = count(listing, function, {}).hash;
  EXPECT_EQ(hash.size(), 16U);
  function.instructions[0].places.clear();
  EXPECT_EQ(count(listing, function, {}).hash, hash);
  function.instructions[0].high ^= 1;
  EXPECT_NE(count(listing, function, {}).hash, hash);
  EXPECT_NE(count(listing, listing.functions.at(1), {}).hash, hash);
}

}  // namespace
}  // namespace warpmark::codegen
