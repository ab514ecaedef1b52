// NVFP4 on the GPU: every arm and direction is the reference bit by bit.
#include "kernels/quantize/quantize.h"
#include "kernels/quantize/reference/nvfp4.h"
#include "tests/kernels/quantize_inputs.h"
#include "tests/kernels/quantize_outputs.h"

namespace warpmark::test {
namespace {

namespace arm = quantize::arm;
namespace dir = quantize::dir;

struct Nvfp4Cast {
  std::string name;
  bool along_rows, down_columns;
  void (*launch)(const quantize::Nvfp4Tensors& tensors, cudaStream_t stream);
};

const std::vector<Nvfp4Cast>& casts() {
  static const std::vector<Nvfp4Cast> all{
      {"row broken", true, false, quantize::nvfp4<dir::row, arm::broken>},
      {"row fixed", true, false, quantize::nvfp4<dir::row, arm::fixed>},
      {"col broken", false, true, quantize::nvfp4<dir::col, arm::broken>},
      {"col fixed", false, true, quantize::nvfp4<dir::col, arm::fixed>},
      {"both broken", true, true, quantize::nvfp4<dir::both, arm::broken>},
      {"both fixed", true, true, quantize::nvfp4<dir::both, arm::fixed>},
  };
  return all;
}

struct Nvfp4Case {
  std::string name;
  std::size_t rows, cols;
  std::vector<__nv_bfloat16> x;
  float amax;
};

std::string where(const Nvfp4Cast& cast, const Nvfp4Case& from) {
  return fmt::format("nvfp4 {}, {}x{}, {}, amax {}", cast.name, from.rows, from.cols, from.name, from.amax);
}

Outputs run(const Nvfp4Cast& cast, const Nvfp4Case& from) {
  const GuardedArray<__nv_bfloat16> x(from.x);
  const GuardedArray<float> amax(std::vector<float>{from.amax});
  OutputMemory memory;
  quantize::Nvfp4Tensors tensors{};
  tensors.rows = from.rows;
  tensors.cols = from.cols;
  tensors.x = x.data();
  tensors.amax = amax.data();
  if (cast.along_rows) {
    tensors.row = memory.add("row", from.rows * from.cols / 2);
    tensors.row_scales = memory.add("row_scales", quantize::nvfp4_scales(from.rows, from.cols).bytes());
  }
  if (cast.down_columns) {
    tensors.col = memory.add("col", from.rows * from.cols / 2);
    tensors.col_scales = memory.add("col_scales", quantize::nvfp4_scales(from.cols, from.rows).bytes());
  }
  cast.launch(tensors, nullptr);
  return memory.collect(where(cast, from));
}

/// Every arm and direction against the reference, padding and all: so `both` is each direction, and no arm differs.
void expect_reference(const Nvfp4Case& from) {
  const auto reference = quantize::reference::nvfp4(from.x.data(), from.rows, from.cols, from.amax, output_poison);
  const Outputs expected{{"row", reference.row.data},
                         {"row_scales", reference.row.scales},
                         {"col", reference.col.data},
                         {"col_scales", reference.col.scales}};
  for (const Nvfp4Cast& cast : casts()) {
    ASSERT_TRUE(same_bytes(expected, run(cast, from))) << where(cast, from);
  }
}

Nvfp4Case case_of(const QuantizeInput& input, std::size_t rows, std::size_t cols) {
  Nvfp4Case result{input.name, rows, cols, matrix_of(input, rows, cols), 0.0F};
  result.amax = amax_of(result.x);
  return result;
}

TEST(Nvfp4OnTheGpu, OfASmallMatrixIsTheReference) {
  expect_reference(case_of({"normal", quantize_input::normal}, 64, 288));
}

TEST(Nvfp4OnTheGpu, IsTheReferenceOnEdgeInputs) {
  for (const QuantizeInput& input : quantize_inputs()) {
    expect_reference(case_of(input, 256, 96));
    if (HasFailure()) return;
  }
}

TEST(Nvfp4OnTheGpu, IsTheReferenceWhateverTheLargestMagnitudeIsSaidToBe) {
  constexpr float infinity = quantize_input::infinity;
  for (const QuantizeInput& input : quantize_inputs()) {
    Nvfp4Case from = case_of(input, 64, 32);
    for (const float amax :
         {448.0F * 6.0F, 448.0F * 6.0F * 8.0F, 5.3F, 0.0F, 1e-40F, 3e38F, infinity, quantize_input::not_a_number}) {
      from.amax = amax;
      expect_reference(from);
      if (HasFailure()) return;
    }
  }
}

TEST(Nvfp4OnTheGpu, IsTheReferenceInEveryShape) {
  for (const std::size_t rows : {32U, 64U, 96U, 576U, 992U}) {
    for (const std::size_t cols : {32U, 64U, 96U, 160U, 288U}) {
      Nvfp4Case from{"seeded", rows, cols, seeded_matrix(rows, cols), 1.0F};
      expect_reference(from);
      if (HasFailure()) return;
    }
  }
  expect_reference({"seeded", 32, 1632, seeded_matrix(32, 1632), 1.0F});
  expect_reference({"seeded", 1632, 96, seeded_matrix(1632, 96), 1.0F});
  expect_reference(
      {"seeded", 32, 6176, seeded_matrix(32, 6176), 1.0F});  // two panels, the second with a block too many
}

TEST(Nvfp4OnTheGpu, StandsOnceAsItIsAndOnceTransposedWithEachScaleInSixteenRows) {
  constexpr std::size_t rows = 96;
  constexpr std::size_t cols = 160;
  const Outputs got = run(casts().back(), {"seeded", rows, cols, seeded_matrix(rows, cols), 1.0F});
  const auto code = [](const std::vector<std::uint8_t>& data, std::size_t i) {
    return data[i / 2] >> (i % 2 * 4) & 0xf;
  };
  const std::size_t row_stride = quantize::nvfp4_scales(rows, cols).stride;
  const std::size_t col_stride = quantize::nvfp4_scales(cols, rows).stride;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < cols; ++c) {
      ASSERT_EQ(code(find(got, "row")->bytes, r * cols + c), code(find(got, "col")->bytes, c * rows + r))
          << r << ", " << c;
      const std::uint8_t scale = find(got, "row_scales")->bytes[r / 16 * 16 * row_stride + c / 16];
      ASSERT_EQ(scale, find(got, "row_scales")->bytes[r * row_stride + c / 16]) << r << ", " << c;
      ASSERT_EQ(scale, find(got, "col_scales")->bytes[c * col_stride + r / 16]) << r << ", " << c;
    }
  }
}

}  // namespace
}  // namespace warpmark::test
