#include "harness/codegen/classify.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "harness/codegen/metrics.h"

namespace warpmark::codegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Mnemonic, is_taken_apart) {
  const Mnemonic load("@!P0 LDG.E.128.CONSTANT R8, desc[UR4][R2.64]");
  EXPECT_FALSE(load.never);
  EXPECT_EQ(load.full, "LDG.E.128.CONSTANT");
  EXPECT_EQ(load.opcode, "LDG");
  EXPECT_THAT(load.modifiers, ElementsAre("E", "128", "CONSTANT"));
  EXPECT_EQ(load.operands, "R8, desc[UR4][R2.64]");
  EXPECT_EQ(Mnemonic("EXIT").operands, "");
  EXPECT_EQ(Mnemonic("").opcode, "");
}

TEST(Classify, an_access_counts_by_space_and_width) {
  EXPECT_THAT(metrics_of("LDG.E R0, [R2.64]"), ElementsAre("global_load_32"));
  EXPECT_THAT(metrics_of("LDG.E.U8 R0, [R2.64]"), ElementsAre("global_load_8"));
  EXPECT_THAT(metrics_of("LDG.E.S8.CONSTANT R0, [R2.64]"), ElementsAre("global_load_8"));
  EXPECT_THAT(metrics_of("LDG.E.U16 R0, [R2.64]"), ElementsAre("global_load_16"));
  EXPECT_THAT(metrics_of("@P3 LDG.E.64 R0, [R2.64]"), ElementsAre("global_load_64"));
  EXPECT_THAT(metrics_of("LDG.E.ENL2.256 R12, R8, desc[UR4][R2.64]"), ElementsAre("global_load_256"));
  EXPECT_THAT(metrics_of("STG.E.128 desc[UR4][R4.64], R8"), ElementsAre("global_store_128"));
  EXPECT_THAT(metrics_of("LDS.U.64 R0, [R1]"), ElementsAre("shared_load_64"));
  EXPECT_THAT(metrics_of("STS.128 [R4+UR5], R8"), ElementsAre("shared_store_128"));
  EXPECT_THAT(metrics_of("LD.E.128 R0, desc[UR4][R2.64]"), ElementsAre("generic_load_128"));
  EXPECT_THAT(metrics_of("ST.E.U8 [R2.64], R0"), ElementsAre("generic_store_8"));
  EXPECT_THAT(metrics_of("LDGSTS.E.BYPASS.LTC128B.128 [R7], [R2.64]"), ElementsAre("async_copy_128"));
}

TEST(Classify, a_prefetch_size_is_no_width) {
  EXPECT_THAT(metrics_of("LDG.E.LTC128B R0, [R2.64]"), ElementsAre("global_load_32"));
}

TEST(Classify, a_local_access_at_a_constant_offset_from_the_stack_pointer_looks_like_a_spill) {
  EXPECT_THAT(metrics_of("STL [R1], R0"), ElementsAre("local_store_32", "spill_store"));
  EXPECT_THAT(metrics_of("STL.64 [R1+0x18], R20"), ElementsAre("local_store_64", "spill_store"));
  EXPECT_THAT(metrics_of("LDL.LU R11, [R1+-0xec]"), ElementsAre("local_load_32", "spill_load"));
  EXPECT_THAT(metrics_of("LDL R5, [R10]"), ElementsAre("local_load_32"));
  EXPECT_THAT(metrics_of("LDL R5, [R12+0x8]"), ElementsAre("local_load_32"));
  EXPECT_THAT(metrics_of("STL [R1+UR4], R1"), ElementsAre("local_store_32"));
}

TEST(Classify, what_has_no_width_counts_by_kind) {
  EXPECT_THAT(metrics_of("ATOMG.E.ADD.STRONG.GPU PT, R7, [R2.64], R7"), ElementsAre("global_atomic"));
  EXPECT_THAT(metrics_of("@P0 RED.E.ADD.STRONG.GPU [R2.64], R9"), ElementsAre("global_atomic"));
  EXPECT_THAT(metrics_of("ATOMS.POPC.INC.32 RZ, [R0+URZ]"), ElementsAre("shared_atomic"));
  EXPECT_THAT(metrics_of("ATOM.E.ADD.STRONG.GPU PT, R11, [R4.64+0x8], R11"), ElementsAre("generic_atomic"));
  EXPECT_THAT(metrics_of("ULDC.64 UR4, c[0x0][0x118]"), ElementsAre("constant_load"));
  EXPECT_THAT(metrics_of("UTMALDG.2D [UR4], [UR8]"), ElementsAre("bulk_copy"));
  EXPECT_THAT(metrics_of("UBLKRED.G.S.ADD [UR8], [UR6], UR7"), ElementsAre("bulk_reduce"));
  EXPECT_THAT(metrics_of("UTMAPF.L2.1D [UR4], [UR8]"), ElementsAre("bulk_prefetch"));
  EXPECT_THAT(metrics_of("LDSM.16.MT88.4 R8, [R0]"), ElementsAre("matrix_load"));
  EXPECT_THAT(metrics_of("STTM.x8 tmem[UR4], R0"), ElementsAre("matrix_store"));
  EXPECT_THAT(metrics_of("HMMA.16816.F32 R8, R8, R8, RZ"), ElementsAre("matrix"));
  EXPECT_THAT(metrics_of("UTCQMMA gdesc[UR8], gdesc[UR10], tmem[UR4]"), ElementsAre("matrix"));
  EXPECT_THAT(metrics_of("TLD4.R.2D R2, R2, R4"), ElementsAre("texture"));
  EXPECT_THAT(metrics_of("SUST.D.BA.2D.STRONG.SM.TRAP [R2], R0, UR4"), ElementsAre("surface"));
}

TEST(Classify, an_unknown_access_to_memory_is_never_left_out) {
  for (const char* text : {"LDGMC.E.ADD.F32 R5, [R2.64]", "LDXY R0, [R1]", "STQ [R0], R1", "ATOMX R0, [R1]",
                           "USTGR.E [UR4], UR6", "UREDGR.ADD [UR4], UR6", "UTMANEW [UR4], [UR8]"})
    EXPECT_THAT(metrics_of(text), ElementsAre("other_memory")) << text;
}

TEST(Classify, what_touches_no_memory_is_not_counted) {
  for (const char* text : {"IMAD.WIDE.U32 R2, R5, UR4, R2", "HFMA2.MMA R5, -RZ, RZ, 0, 0", "REDUX.SUM UR5, R6",
                           "LDGDEPBAR", "DEPBAR.LE SB0, 0x0", "EXIT", "BAR.SYNC.DEFER_BLOCKING 0x0", "UTMACMDFLUSH",
                           "S2R R2, SR_TID.X", "FENCE.VIEW.ASYNC.S", "CCTL.IVALL", "MEMBAR.SC.GPU"})
    EXPECT_THAT(metrics_of(text), IsEmpty()) << text;
}

TEST(Classify, what_is_never_executed_is_not_counted) {
  EXPECT_THAT(metrics_of("@!PT LDS RZ, [RZ]"), IsEmpty());
  EXPECT_THAT(metrics_of("@PT LDS R0, [R2]"), ElementsAre("shared_load_32"));
}

TEST(Metrics, are_summed_by_glob) {
  const Metrics metrics = {{"global_load_32", 2}, {"global_load_128", 3}, {"shared_load_32", 7}};
  EXPECT_EQ(sum_of(metrics, "global_load_*"), 5U);
  EXPECT_EQ(sum_of(metrics, "global_load_32"), 2U);
  EXPECT_EQ(sum_of(metrics, "spill_*"), 0U);
}

}  // namespace
}  // namespace warpmark::codegen
