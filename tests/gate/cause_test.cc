#include "harness/gate/cause.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/baseline/sass.h"
#include "tests/gate/builders.h"

namespace warpmark {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A benchmark `k` that got slower, whose kernel, counters and context are equal on both sides until a test changes
/// them.
class CauseTest : public testing::Test {
 protected:
  CauseTest() {
    const KernelCode code{"aa", {{"global_load_128", 1}, {"registers", 16}}, {}};
    const CounterValues counters = {{"gpu_inst_global_ld", 8192}, {"gpu_dram_bytes_read", 1e6},
                                    {"gpu_grid_blocks", 100},     {"gpu_sm_mhz", 1980},
                                    {"gpu_memory_mhz", 3201},     {"gpu_throttle", 0}};
    run_.code.kernels["kernel"] = code;
    baseline_.code.kernels["kernel"] = code;
    for (Row& row : run_.rows) {
      row.kernels = {"kernel"};
      row.counters = counters;
    }
    BaselineRow& row = baseline_.rows["k"];
    row.kernels = {"kernel"};
    row.sass = "aa";
    row.counters = counters;
  }

  std::vector<std::string> causes() const { return verdict_of(judge(run_, baseline_, {}, {}), "k").causes; }
  void set_counter(const std::string& name, double value) {
    for (Row& row : run_.rows) row.counters[name] = value;
  }

  warpmark::Run run_ = run_of({{"k", five(120)}});
  Baseline baseline_ = baseline_of({{"k", five(100)}});
};

TEST_F(CauseTest, AStraySectorFromDramIsNoCauseWhereTheL2ServesTheKernel) {
  baseline_.rows["k"].counters.merge({{"gpu_l2_bytes_read", 5e5}, {"gpu_l2_bytes_written", 5e5}});
  baseline_.rows["k"].counters["gpu_dram_bytes_read"] = 0;
  set_counter("gpu_l2_bytes_read", 5e5);
  set_counter("gpu_l2_bytes_written", 5e5);
  set_counter("gpu_dram_bytes_read", 512);
  EXPECT_THAT(causes(), Not(Contains(HasSubstr("DRAM"))));
  set_counter("gpu_dram_bytes_read", 5e4);
  EXPECT_THAT(causes(), Contains("bytes read from DRAM 0 -> 50000"));
}

TEST_F(CauseTest, WhereNothingElseMovedItSaysWhatWasCompared) {
  EXPECT_THAT(causes(),
              ElementsAre("nothing else moved: same machine code, launch and counters, clocks, driver and compiler"));
}

TEST_F(CauseTest, ARowThatPassesHasNone) {
  run_ = run_of({{"k", five(100)}});
  EXPECT_THAT(causes(), IsEmpty());
}

TEST_F(CauseTest, MachineCodeComesBeforeCountersAndThoseBeforeClocks) {
  run_.code.kernels["kernel"] = {"bb", {{"global_load_32", 4}, {"registers", 16}}, {}};
  set_counter("gpu_inst_global_ld", 32768);
  set_counter("gpu_dram_bytes_read", 1.1e6);
  set_counter("gpu_sm_mhz", 1970);
  EXPECT_THAT(causes(), ElementsAre("global loads narrowed (128-bit 1 -> 0, 32-bit 0 -> 4)",
                                    "executed global loads 8192 -> 32768", "bytes read from DRAM 1000000 -> 1100000",
                                    "SM clock 1980 -> 1970 MHz"));
}

TEST_F(CauseTest, InstructionsAloneComeAfterCounters) {
  run_.code.kernels["kernel"] = {"bb", {{"global_load_128", 1}, {"registers", 17}}, {}};
  set_counter("gpu_dram_bytes_read", 2e6);
  EXPECT_THAT(causes(), ElementsAre("bytes read from DRAM 1000000 -> 2000000", "registers 16 -> 17"));
}

TEST_F(CauseTest, TrafficMayMoveALittleCountsMayNot) {
  set_counter("gpu_dram_bytes_read", 1.01e6);
  set_counter("gpu_inst_global_ld", 8193);
  EXPECT_THAT(causes(), ElementsAre("executed global loads 8192 -> 8193"));
}

TEST_F(CauseTest, CodeThatChangedWithoutChangingItsCensusIsSaid) {
  run_.code.kernels["kernel"].hash = "bb";
  EXPECT_THAT(causes(), ElementsAre(HasSubstr("the machine code changed, but not what it is made of")));
}

TEST_F(CauseTest, WhereTheCensusIsNotTheBaselinesTheChangeIsSaidButNotHow) {
  run_.code.kernels["kernel"].hash = "bb";
  baseline_.code.kernels["kernel"].hash = "cc";
  EXPECT_THAT(causes(), ElementsAre("the machine code changed", HasSubstr("not known: how it changed (codegen/sm_90")));
}

TEST_F(CauseTest, WhatIsMissingIsSaid) {
  run_.code = {};
  for (Row& row : run_.rows) row.counters.erase("gpu_inst_global_ld");
  EXPECT_THAT(causes(), Contains(AllOf(HasSubstr("not known: machine code (the run holds none"),
                                       HasSubstr("hardware counters (not in the run: measure with --gpu_counters"))));
}

TEST_F(CauseTest, OtherKernelsAreNamed) {
  for (Row& row : run_.rows) row.kernels = {"another"};
  EXPECT_THAT(causes(), Contains("other kernels are launched: kernel in the baseline, another now"));
}

TEST_F(CauseTest, LaunchDriverAndThrottling) {
  set_counter("gpu_grid_blocks", 200);
  run_.facts.driver = "580.200.01";
  EXPECT_THAT(causes(), ElementsAre("blocks in the grid 100 -> 200", "driver 580.159.04 -> 580.200.01"));
}

TEST_F(CauseTest, OfSeveralKernelsTheChangedOneIsNamed) {
  for (Row& row : run_.rows) row.kernels = {"kernel", "second"};
  baseline_.rows["k"].kernels = {"kernel", "second"};
  baseline_.code.kernels["second"] = {"dd", {{"registers", 8}}, {}};
  baseline_.rows["k"].sass = sass_of({"kernel", "second"}, baseline_.code);
  run_.code.kernels["second"] = {"ee", {{"registers", 9}}, {}};
  EXPECT_THAT(causes(), ElementsAre("registers 8 -> 9 in second"));
}

TEST_F(CauseTest, AnImprovementHasCausesToo) {
  run_.code.kernels["kernel"] = {"bb", {{"global_load_128", 1}, {"registers", 12}}, {}};
  for (Row& row : run_.rows) row.time_us = 80;
  EXPECT_THAT(causes(), ElementsAre("registers 16 -> 12"));
}

}  // namespace
}  // namespace warpmark
