#include "harness/baseline/sass.h"

#include <gtest/gtest.h>

#include "harness/baseline/counters.h"

namespace warpmark {
namespace {

MachineCode code() {
  MachineCode code;
  code.kernels["a"].hash = "11";
  code.kernels["b"].hash = "22";
  return code;
}

TEST(Sass, OfOneKernelIsItsOwnHash) { EXPECT_EQ(sass_of({"a"}, code()), "11"); }

TEST(Sass, OfSeveralDependsOnEachAndNotOnTheirOrderOrNumberOfLaunches) {
  const auto both = sass_of({"a", "b"}, code());
  EXPECT_EQ(both->size(), 16U);
  EXPECT_EQ(sass_of({"b", "a", "a"}, code()), both);
  MachineCode changed = code();
  changed.kernels["b"].hash = "23";
  EXPECT_NE(sass_of({"a", "b"}, changed), both);
}

TEST(Sass, IsUnknownWhereAKernelIs) {
  EXPECT_EQ(sass_of({"a", "c"}, code()), std::nullopt);
  EXPECT_EQ(sass_of({}, code()), std::nullopt);
}

TEST(ExplainsTime, LaunchAndHardwareCountersDoTimesAndTemperaturesDoNot) {
  for (const char* name : {"gpu_inst_global_ld", "gpu_dram_bytes_read", "gpu_registers", "gpu_sectors_per_request_ld"})
    EXPECT_TRUE(explains_time(name)) << name;
  for (const char* name : {"gpu_temp_c", "gpu_gbps", "gpu_samples", "gpu_output_hash"})
    EXPECT_FALSE(explains_time(name)) << name;
}

}  // namespace
}  // namespace warpmark
