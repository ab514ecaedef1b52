#include "harness/measure/launch_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpmark {
namespace {

cudaDeviceProp h200() {
  cudaDeviceProp gpu{};
  gpu.major = 9;
  gpu.minor = 0;
  gpu.warpSize = 32;
  gpu.multiProcessorCount = 132;
  gpu.maxThreadsPerBlock = 1024;
  gpu.maxThreadsPerMultiProcessor = 2048;
  gpu.maxBlocksPerMultiProcessor = 32;
  gpu.regsPerBlock = 65536;
  gpu.regsPerMultiprocessor = 65536;
  gpu.sharedMemPerBlock = 48 << 10;
  gpu.sharedMemPerBlockOptin = 227 << 10;
  gpu.sharedMemPerMultiprocessor = 228 << 10;
  gpu.reservedSharedMemPerBlock = 1 << 10;
  return gpu;
}

KernelFacts kernel(double blocks, int threads, int registers, int static_shared = 0, int dynamic_shared = 0) {
  return {.name = "k",
          .time_us = 10,
          .grid_blocks = blocks,
          .block_threads = threads,
          .registers = registers,
          .static_shared_bytes = static_shared,
          .dynamic_shared_bytes = dynamic_shared};
}

TEST(LaunchFacts, OfAPlainKernel) {
  const auto facts = launch_facts({kernel(4096, 256, 16)}, h200());
  EXPECT_EQ(facts.at("gpu_grid_blocks"), 4096);
  EXPECT_EQ(facts.at("gpu_block_threads"), 256);
  EXPECT_EQ(facts.at("gpu_registers"), 16);
  EXPECT_EQ(facts.at("gpu_shared_bytes"), 0);
  EXPECT_EQ(facts.at("gpu_occupancy_percent"), 100);
  EXPECT_NEAR(facts.at("gpu_waves"), 4096.0 / (8 * 132), 1e-12);
}

TEST(LaunchFacts, RegistersLimitOccupancy) {
  // 65536 / (256 x 168) = 1.5: one block of 8 warps, of 64.
  EXPECT_EQ(launch_facts({kernel(132, 256, 168)}, h200()).at("gpu_occupancy_percent"), 12.5);
  EXPECT_EQ(launch_facts({kernel(132, 256, 168)}, h200()).at("gpu_waves"), 1);
}

TEST(LaunchFacts, SharedMemoryIsStaticAndDynamicAndLimitsOccupancy) {
  // (228 - 4 x 1) / 55 = 4.07 KiB: four blocks, each with the driver's 1 KiB.
  const auto facts = launch_facts({kernel(132, 128, 32, 1 << 10, 54 << 10)}, h200());
  EXPECT_EQ(facts.at("gpu_shared_bytes"), 55 << 10);
  EXPECT_EQ(facts.at("gpu_occupancy_percent"), 25);
}

TEST(LaunchFacts, WarpsCountWhole) {
  // 33 threads take two warps; 32 blocks fit, so all 64 warps are there.
  EXPECT_EQ(launch_facts({kernel(1, 33, 16)}, h200()).at("gpu_occupancy_percent"), 100);
}

TEST(LaunchFacts, OfSeveralKernelsAreTheLongestOnes) {
  KernelFacts quick = kernel(1, 32, 16);
  quick.time_us = 2;
  EXPECT_EQ(launch_facts({quick, kernel(4096, 256, 16), quick}, h200()).at("gpu_grid_blocks"), 4096);
}

TEST(LaunchFacts, OfEquallyLongKernelsAreTheFirstOnesWhateverNoiseSays) {
  KernelFacts first = kernel(7, 32, 16);
  KernelFacts second = kernel(9, 32, 16);
  for (const double noise : {-0.1, 0.1}) {
    second.time_us = first.time_us + noise;
    EXPECT_EQ(launch_facts({first, second}, h200()).at("gpu_grid_blocks"), 7);
  }
}

TEST(LaunchFacts, AreAbsentWhereNothingIsKnown) {
  EXPECT_TRUE(launch_facts({}, h200()).empty());
  const auto facts = launch_facts({kernel(1, 32, 16)}, cudaDeviceProp{});  // no GPU the calculator knows
  EXPECT_FALSE(facts.contains("gpu_occupancy_percent"));
  EXPECT_FALSE(facts.contains("gpu_waves"));
}

}  // namespace
}  // namespace warpmark
