// The casts at the sizes of models, and beyond 2^31 elements: seeded where they lie and compared by hash.
#include "tests/kernels/quantize_mxfp8_casts.h"
#include "tests/kernels/quantize_seeded_memory.h"

namespace warpmark::test {
namespace {

using namespace quantize;
using reference::Along;

constexpr Shape model_shapes[] = {{16384, 5120}, {2048, 12288}, {4096, 4096},
                                  {4096, 14336}, {8192, 28672}, {8192, 8192}};

Mxfp8Tensors tensors_of(const Mxfp8Fusion& fusion, const Mxfp8Direction& direction, const Shape& shape,
                        const SeededInputs& inputs, OutputBlock& outputs) {
  outputs.poison();
  const std::size_t out_cols = shape.cols * fusion.outputs;
  Mxfp8Tensors tensors{};
  tensors.rows = shape.rows;
  tensors.cols = shape.cols;
  tensors.x = inputs.x();
  tensors.grad = inputs.grad();
  if (direction.along_rows) {
    tensors.row = outputs.take(shape.rows * out_cols);
    tensors.row_scales = outputs.take(mxfp8_row_scales(shape.rows, out_cols).bytes());
  }
  if (direction.down_columns) {
    tensors.col = outputs.take(shape.rows * out_cols);
    tensors.col_scales = outputs.take(mxfp8_col_scales(shape.rows, out_cols).bytes());
  }
  if (fusion.sum_rows > 0) {
    const std::size_t sums = blocks_of(shape.rows, fusion.sum_rows) * shape.cols;
    tensors.partial_sums = reinterpret_cast<float*>(outputs.take(sums * sizeof(float)));
  }
  return tensors;
}

/// For both directions of a cast: codes, scales, and partial sums of 64 rows.
std::size_t output_bytes(const Shape& shape, unsigned outputs) {
  return 2 * outputs * (shape.elements() + shape.elements() / 16) + shape.elements() / 8 + 4096;
}

class Mxfp8AtModelShapes : public testing::TestWithParam<Mxfp8Fusion> {};
INSTANTIATE_TEST_SUITE_P(Every, Mxfp8AtModelShapes, testing::ValuesIn(mxfp8_fusions()), name_of);

TEST_P(Mxfp8AtModelShapes, AreTheSameInEveryArm) {
  const Shape& largest = model_shapes[4];
  const unsigned x_width = std::max(GetParam().reads.x, 1U);
  if (!fits(largest.elements() * (x_width + 1) * sizeof(__nv_bfloat16) + output_bytes(largest, GetParam().outputs))) {
    GTEST_SKIP() << "the GPU has too little memory";
  }
  const SeededInputs inputs(x_width * largest.elements(), largest.elements());
  OutputBlock outputs(output_bytes(largest, GetParam().outputs));
  for (const Shape& shape : model_shapes) {
    for (const Mxfp8Direction& direction : GetParam().directions) {
      std::vector<std::uint64_t> hashes;
      for (const Mxfp8Arm& arm : direction.arms) {
        arm.launch(tensors_of(GetParam(), direction, shape, inputs, outputs), nullptr);
        hashes.push_back(outputs.hash());
        ASSERT_EQ(hashes.back(), hashes.front())
            << GetParam().name << " " << direction.name << " " << arm.name << ", " << shape.rows << "x" << shape.cols;
      }
    }
  }
}

template <class Fusion, class Arm>
std::uint64_t hash_of_fp8(const Shape& shape, const SeededInputs& inputs, const DeviceBytes& scale,
                          std::size_t out_bytes, OutputBlock& outputs) {
  outputs.poison();
  Fp8Tensors tensors{};
  tensors.rows = shape.rows;
  tensors.cols = shape.cols;
  tensors.x = inputs.x();
  tensors.grad = inputs.grad();
  tensors.scale = scale.as<float>();
  tensors.out = outputs.take(out_bytes);
  tensors.amax = reinterpret_cast<float*>(outputs.take(sizeof(float)));
  tensors.scale_inverse = reinterpret_cast<float*>(outputs.take(sizeof(float)));
  fp8_gated<Fusion, Arm>(tensors, nullptr);
  return outputs.hash();
}

template <class Fusion>
void expect_same_fp8(const std::string& name, unsigned width) {
  const Shape& largest = model_shapes[4];
  const SeededInputs inputs(2 * largest.elements(), largest.elements());
  OutputBlock outputs(width * largest.elements() + 4096);
  const DeviceBytes scale(sizeof(float));
  fill_seeded(scale.as<float>(), 1, seed_x, nullptr);
  for (const Shape& shape : model_shapes) {
    const std::size_t bytes = width * shape.elements();
    const auto fixed = hash_of_fp8<Fusion, arm::fixed>(shape, inputs, scale, bytes, outputs);
    EXPECT_EQ((hash_of_fp8<Fusion, arm::broken>(shape, inputs, scale, bytes, outputs)), fixed)
        << name << " broken, " << shape.rows << "x" << shape.cols;
    if constexpr (quantize::has_direct<Fusion, void>) {
      EXPECT_EQ((hash_of_fp8<Fusion, arm::direct>(shape, inputs, scale, bytes, outputs)), fixed)
          << name << " direct, " << shape.rows << "x" << shape.cols;
    }
  }
}

TEST(Fp8GatedAtModelShapes, IsTheSameInEveryArm) {
  const Shape& largest = model_shapes[4];
  if (!fits(largest.elements() * 8)) GTEST_SKIP() << "the GPU has too little memory";
  expect_same_fp8<fusion::swiglu>("swiglu", 1);
  expect_same_fp8<fusion::geglu>("geglu", 1);
  expect_same_fp8<fusion::dswiglu>("dswiglu", 2);
  expect_same_fp8<fusion::dgeglu>("dgeglu", 2);
}

template <class Direction, class Arm>
std::uint64_t hash_of_nvfp4(const Shape& shape, const SeededInputs& inputs, const DeviceBytes& amax,
                            OutputBlock& outputs) {
  outputs.poison();
  Nvfp4Tensors tensors{};
  tensors.rows = shape.rows;
  tensors.cols = shape.cols;
  tensors.x = inputs.x();
  tensors.amax = amax.as<float>();
  if (!std::is_same_v<Direction, dir::col>) {
    tensors.row = outputs.take(shape.elements() / 2);
    tensors.row_scales = outputs.take(nvfp4_scales(shape.rows, shape.cols).bytes());
  }
  if (!std::is_same_v<Direction, dir::row>) {
    tensors.col = outputs.take(shape.elements() / 2);
    tensors.col_scales = outputs.take(nvfp4_scales(shape.cols, shape.rows).bytes());
  }
  nvfp4<Direction, Arm>(tensors, nullptr);
  return outputs.hash();
}

template <class Direction>
void expect_same_nvfp4(const std::string& direction) {
  const Shape& largest = model_shapes[4];
  const SeededInputs inputs(largest.elements(), 0);
  OutputBlock outputs(largest.elements() * 5 / 4);
  const DeviceBytes amax(sizeof(float));
  const float one = 1.0F;
  check_cuda(cudaMemcpy(amax.as<void>(), &one, sizeof(one), cudaMemcpyHostToDevice), "copying in");
  for (const Shape& shape : model_shapes) {
    const auto fixed = hash_of_nvfp4<Direction, arm::fixed>(shape, inputs, amax, outputs);
    EXPECT_EQ((hash_of_nvfp4<Direction, arm::broken>(shape, inputs, amax, outputs)), fixed)
        << direction << " broken, " << shape.rows << "x" << shape.cols;
  }
}

TEST(Nvfp4AtModelShapes, IsTheSameInEveryArm) {
  if (!fits(model_shapes[4].elements() * 4)) GTEST_SKIP() << "the GPU has too little memory";
  expect_same_nvfp4<dir::row>("row");
  expect_same_nvfp4<dir::col>("col");
  expect_same_nvfp4<dir::both>("both");
}

/// `count` bytes of device memory, `pitch` apart.
std::vector<std::uint8_t> fetch(const std::uint8_t* from, std::size_t count, std::size_t pitch) {
  std::vector<std::uint8_t> bytes(count);
  check_cuda(cudaMemcpy2D(bytes.data(), 1, from, pitch, 1, count, cudaMemcpyDeviceToHost), "fetching a block");
  return bytes;
}

/// Blocks of a plain cast of seeded data, from the first to the last, against the reference.
void expect_reference_at_samples(const Shape& shape, Along along, const std::uint8_t* codes,
                                 const std::uint8_t* scales) {
  const auto x = [](std::size_t i) { return __bfloat162float(seeded<__nv_bfloat16>(seed_x, i)); };
  const auto elements = reference::elements(Fusion::plain, shape.rows, shape.cols, x, nullptr);
  const bool along_rows = along == Along::row;
  const ScaleShape of =
      along_rows ? mxfp8_row_scales(shape.rows, shape.cols) : mxfp8_col_scales(shape.rows, shape.cols);
  const std::size_t blocks = of.rows * of.cols;
  constexpr std::size_t samples = 200;
  for (std::size_t s = 0; s <= samples; ++s) {
    const std::size_t i = s == samples ? blocks - 1 : seeded_bits(3, s) % blocks;
    const std::size_t r = i / of.cols;
    const std::size_t c = i % of.cols;
    const auto block = reference::mxfp8_block_at(elements, along, r, c);
    const std::size_t first = along_rows ? r * shape.cols + c * mxfp8_block : r * mxfp8_block * shape.cols + c;
    ASSERT_EQ(int{fetch(scales + r * of.stride + c, 1, 1)[0]}, int{block.scale})
        << (along_rows ? "row" : "col") << "_scales[" << r << "][" << c << "]";
    const std::vector<std::uint8_t> expected(block.codes.begin(),
                                             block.codes.begin() + static_cast<std::ptrdiff_t>(block.count));
    ASSERT_EQ(fetch(codes + first, block.count, along_rows ? 1 : shape.cols), expected)
        << (along_rows ? "row" : "col") << " block " << r << ", " << c;
  }
}

TEST(Mxfp8BeyondTwoBillionElements, IsTheReferenceInEveryArm) {
  constexpr Shape shape{70001, 32768};  // a last block of 17 rows
  static_assert(shape.rows * shape.cols > std::size_t{1} << 31);
  if (!fits(shape.elements() * 4)) GTEST_SKIP() << "the GPU has too little memory";
  const SeededInputs inputs(shape.elements(), 0);
  OutputBlock outputs(shape.elements() + shape.elements() / 16 + 4096);
  const Mxfp8Fusion plain = mxfp8_fusions().front();
  for (const std::size_t d : {0U, 1U}) {
    const Mxfp8Direction& direction = plain.directions[d];
    std::vector<std::uint64_t> hashes;
    for (const Mxfp8Arm& arm : direction.arms) {
      const Mxfp8Tensors tensors = tensors_of(plain, direction, shape, inputs, outputs);
      arm.launch(tensors, nullptr);
      hashes.push_back(outputs.hash());
      ASSERT_EQ(hashes.back(), hashes.front()) << direction.name << " " << arm.name;
      if (direction.along_rows) expect_reference_at_samples(shape, Along::row, tensors.row, tensors.row_scales);
      if (direction.down_columns) expect_reference_at_samples(shape, Along::col, tensors.col, tensors.col_scales);
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace warpmark::test
