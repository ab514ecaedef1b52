// MXFP8 of activations on the GPU, which computes them in fp32 and by approximate instructions, against double.
#include "kernels/quantize/e8m0.cuh"
#include "tests/kernels/quantize_mxfp8_casts.h"

namespace warpmark::test {
namespace {

using namespace quantize;
using reference::Along;
using reference::Elements;

/// The reference's values, each computed once.
Elements computed(const Elements& from) {
  std::vector<float> values(from.rows * from.cols);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = from.at(i / from.cols, i % from.cols);
  return {from.rows, from.cols, [values = std::move(values), cols = from.cols](std::size_t r, std::size_t c) {
            return values[r * cols + c];
          }};
}

/// One direction of a cast against the reference.
class Comparison {
 public:
  Comparison(const Elements& elements, const Elements& factors, Along along, const Outputs& got)
      : elements_{elements},
        factors_{factors},
        along_{along},
        data_{find(got, along == Along::row ? "row" : "col")->bytes},
        scales_{find(got, along == Along::row ? "row_scales" : "col_scales")->bytes},
        shape_{along == Along::row ? mxfp8_row_scales(elements.rows, elements.cols)
                                   : mxfp8_col_scales(elements.rows, elements.cols)} {}

  void check_all(CodeMismatches& mismatches) {
    std::size_t other_scales = 0;
    for (std::size_t r = 0; r < shape_.padded_rows; ++r) {
      for (std::size_t c = 0; c < shape_.stride; ++c) {
        const std::uint8_t scale = scales_[r * shape_.stride + c];
        if (r >= shape_.rows || c >= shape_.cols) {
          ASSERT_EQ(int{scale}, int{output_poison}) << "padding of " << name() << "_scales[" << r << "][" << c << "]";
          continue;
        }
        const auto block = reference::mxfp8_block_at(elements_, along_, r, c);
        if (scale != block.scale) {
          ++other_scales;
          ASSERT_TRUE(may_be(scale, block))
              << name() << "_scales[" << r << "][" << c << "]: expected " << int{block.scale} << ", got " << int{scale}
              << "; the largest magnitude is " << block.amax;
        }
        check_codes(r, c, block, scale, mismatches);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
    const std::size_t blocks = shape_.rows * shape_.cols;
    EXPECT_LE(other_scales, std::max<std::size_t>(1, blocks / 10000)) << name() << ": other scales, of " << blocks;
  }

 private:
  const char* name() const { return along_ == Along::row ? "row" : "col"; }

  /// One off, where the largest magnitude is within 4 steps of bf16 of one at which the scale changes.
  static bool may_be(std::uint8_t scale, const reference::Mxfp8Block& block) {
    if (std::abs(int{scale} - int{block.scale}) != 1) return false;
    const float change = std::ldexp(E4M3::max, std::min(scale, block.scale) - 127);
    return std::abs(int(bits_of(change) >> 16) - int(bits_of(block.amax) >> 16)) <= 4;
  }

  void check_codes(std::size_t scale_row, std::size_t scale_col, const reference::Mxfp8Block& block, std::uint8_t scale,
                   CodeMismatches& mismatches) {
    const double unit = e8m0_decode(scale);
    for (std::size_t k = 0; k < block.count; ++k) {
      const std::size_t row = along_ == Along::row ? scale_row : scale_row * mxfp8_block + k;
      const std::size_t col = along_ == Along::row ? scale_col * mxfp8_block + k : scale_col;
      const float value = elements_.at(row, col);
      const float stored = round_to_bf16(value);
      const std::uint8_t code = data_[row * elements_.cols + col];
      const double error = std::isinf(stored) ? 0.0
                                              : half_bf16_step(static_cast<double>(stored)) +
                                                    activation_error * static_cast<double>(factors_.at(row, col));
      ASSERT_TRUE(decodes_to(code, unit, static_cast<double>(std::isinf(stored) ? stored : value), error))
          << name() << "[" << row << "][" << col << "]: expected " << value << " (code " << int{block.codes[k]}
          << ", scale " << int{block.scale} << "), got code " << int{code} << ", scale " << int{scale} << ", that is "
          << static_cast<double>(from_fp8<E4M3>(code)) * unit;
      if (scale == block.scale) mismatches.add(block.codes[k], code);
    }
  }

  const Elements& elements_;
  const Elements& factors_;
  Along along_;
  const std::vector<std::uint8_t>& data_;
  const std::vector<std::uint8_t>& scales_;
  ScaleShape shape_;
};

class Mxfp8ActivationOnTheGpu : public testing::TestWithParam<Mxfp8Fusion> {
 protected:
  /// Both directions at once, of the direct arm: that the others write the same is another test's.
  void check(const CastCase& from) {
    SCOPED_TRACE(where(GetParam(), GetParam().both(), GetParam().both().arms[0], from));
    const Outputs got = run(GetParam(), GetParam().both(), GetParam().both().arms[0], from);
    const Elements elements = computed(GetParam().elements(from));
    const Elements factors = GetParam().factors(from);
    CodeMismatches mismatches;
    for (const Along along : {Along::row, Along::col}) {
      Comparison(elements, factors, along, got).check_all(mismatches);
      if (HasFailure()) return;
    }
    if (!from.random) return;
    EXPECT_LE(mismatches.share(), CodeMismatches::most) << mismatches.count << " of " << mismatches.of << " codes";
    worst_share_ = std::max(worst_share_, mismatches.share());
  }

  void TearDown() override { RecordProperty("worst_code_mismatch_share", fmt::format("{:.2e}", worst_share_)); }

 private:
  double worst_share_ = 0.0;
};
INSTANTIATE_TEST_SUITE_P(Every, Mxfp8ActivationOnTheGpu,
                         testing::ValuesIn(mxfp8_fusions_where([](const Mxfp8Fusion& f) { return !f.exact; })),
                         name_of);

TEST_P(Mxfp8ActivationOnTheGpu, IsTheReferenceOnEdgeInputs) {
  for (const CastCase& from : edge_cases(GetParam().reads, 245, 96)) {
    check(from);
    if (HasFailure()) return;
  }
}

TEST_P(Mxfp8ActivationOnTheGpu, IsTheReferenceOnRaggedMatrices) {
  constexpr std::pair<std::size_t, std::size_t> shapes[] = {{1, 1632}, {31, 48}, {31, 32},  {33, 160},
                                                            {65, 96},  {65, 48}, {577, 32}, {993, 96}};
  for (const auto& [rows, cols] : shapes) {
    if (!admits(GetParam().both(), cols)) continue;
    check(seeded_case(GetParam().reads, rows, cols));
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace warpmark::test
