// MXFP8 on the GPU: every arm writes the same bytes, both directions are each of them, and what computes no activation
// is the reference bit by bit.
#include "tests/kernels/quantize_mxfp8_casts.h"

namespace warpmark::test {
namespace {

using quantize::reference::Along;
using quantize::reference::mxfp8;

class Mxfp8OnTheGpu : public testing::TestWithParam<Mxfp8Fusion> {};
INSTANTIATE_TEST_SUITE_P(Every, Mxfp8OnTheGpu, testing::ValuesIn(mxfp8_fusions()), name_of);

/// Fails with the first output of an arm that is not that of the first one.
void expect_same_in_every_arm(const Mxfp8Fusion& fusion, const CastCase& from) {
  for (const Mxfp8Direction& direction : fusion.directions) {
    if (!admits(direction, from.cols)) continue;
    const Outputs first = run(fusion, direction, direction.arms[0], from);
    for (const Mxfp8Arm& arm : direction.arms) {
      ASSERT_TRUE(same_bytes(first, run(fusion, direction, arm, from))) << where(fusion, direction, arm, from);
    }
  }
}

/// The outputs of `both` against the reference, padding and all.
void expect_reference(const Mxfp8Fusion& fusion, const CastCase& from) {
  const auto elements = fusion.elements(from);
  const auto row = mxfp8(elements, Along::row, output_poison);
  const auto col = mxfp8(elements, Along::col, output_poison);
  const Outputs expected{{"row", row.data}, {"row_scales", row.scales}, {"col", col.data}, {"col_scales", col.scales}};
  for (const Mxfp8Direction& direction : fusion.directions) {
    if (!admits(direction, from.cols)) continue;
    const Mxfp8Arm& arm = direction.arms[0];
    ASSERT_TRUE(same_bytes(expected, run(fusion, direction, arm, from))) << where(fusion, direction, arm, from);
  }
}

void expect_both_is_each_direction(const Mxfp8Fusion& fusion, const CastCase& from) {
  const Outputs both = run(fusion, fusion.both(), fusion.both().arms[0], from);
  for (const Mxfp8Direction& direction : fusion.directions) {
    if (!admits(direction, from.cols)) continue;
    const Outputs alone = run(fusion, direction, direction.arms[0], from);
    for (const Output& output : alone) {
      if (output.name == "partial_sums") continue;  // a direction may add in an order of its own
      ASSERT_TRUE(same_bytes(output, *find(both, output.name)))
          << fusion.name << " both against " << direction.name << ", " << from.where();
    }
  }
}

TEST_P(Mxfp8OnTheGpu, SmallMatricesAreTheSameInEveryArm) {
  expect_same_in_every_arm(GetParam(), seeded_case(GetParam().reads, 65, 384));
}

TEST_P(Mxfp8OnTheGpu, EdgeInputsAreTheSameInEveryArm) {
  for (const CastCase& from : edge_cases(GetParam().reads, 245, 128)) {
    expect_same_in_every_arm(GetParam(), from);
    if (HasFailure()) return;
  }
}

TEST_P(Mxfp8OnTheGpu, RaggedMatricesAreTheSameInEveryArmAndDirection) {
  std::vector<std::size_t> all_cols(std::begin(ragged_cols), std::end(ragged_cols));
  all_cols.push_back(384);  // which plain along rows takes
  for (const std::size_t rows : ragged_rows) {
    for (const std::size_t cols : all_cols) {
      if (!admits(GetParam().both(), cols)) continue;
      const CastCase from = seeded_case(GetParam().reads, rows, cols);
      expect_same_in_every_arm(GetParam(), from);
      if (HasFailure()) return;
      expect_both_is_each_direction(GetParam(), from);
      if (HasFailure()) return;
    }
  }
}

// The tests of activations say how near the others are.
class ExactMxfp8OnTheGpu : public testing::TestWithParam<Mxfp8Fusion> {};
INSTANTIATE_TEST_SUITE_P(Every, ExactMxfp8OnTheGpu,
                         testing::ValuesIn(mxfp8_fusions_where([](const Mxfp8Fusion& f) { return f.exact; })), name_of);

TEST_P(ExactMxfp8OnTheGpu, IsTheReference) {
  for (const CastCase& from : edge_cases(GetParam().reads, 245, 128)) {
    expect_reference(GetParam(), from);
    if (HasFailure()) return;
  }
  for (const std::size_t rows : ragged_rows) {
    for (const std::size_t cols : {16U, 48U, 160U, 384U}) {
      expect_reference(GetParam(), seeded_case(GetParam().reads, rows, cols));
      if (HasFailure()) return;
    }
  }
  expect_reference(GetParam(), seeded_case(GetParam().reads, 65, 1632));
}

class GatedMxfp8OnTheGpu : public testing::TestWithParam<Mxfp8Fusion> {};
INSTANTIATE_TEST_SUITE_P(Every, GatedMxfp8OnTheGpu,
                         testing::ValuesIn(mxfp8_fusions_where([](const Mxfp8Fusion& f) { return f.reads.x == 2; })),
                         name_of);

TEST_P(GatedMxfp8OnTheGpu, KnowsActivationFromGate) {
  const CastCase from = seeded_case(GetParam().reads, 33, 32);
  const CastCase swapped = with_gate_first(from);
  for (const Mxfp8Direction& direction : GetParam().directions) {
    for (const Mxfp8Arm& arm : direction.arms) {
      EXPECT_FALSE(same_bytes(run(GetParam(), direction, arm, from), run(GetParam(), direction, arm, swapped)))
          << where(GetParam(), direction, arm, from);
    }
  }
}

}  // namespace
}  // namespace warpmark::test
