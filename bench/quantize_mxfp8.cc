#include <span>
#include <type_traits>

#include "bench/quantize.h"
#include "kernels/quantize/reference/mxfp8.h"
#include "kernels/quantize/scale_shape.h"

namespace warpmark::bench {

namespace {

using quantize::reference::Along;
using quantize::reference::Elements;

/// A fusion as its rows need to know it: its name, what it reads in matrices of the shape's size, what it writes, and
/// what its elements are.
struct Cast {
  std::string name;
  bool reads_grad;
  unsigned reads_x;  // 2: a and g
  unsigned outputs;
  bool exact;  // computes no activation
  std::function<Elements(const QuantizeShape&)> elements;
};

Cast cast(const std::string& name, quantize::Fusion fusion) {
  using quantize::Fusion;
  const bool grad = fusion != Fusion::plain && fusion != Fusion::gelu;
  return {name,
          grad,
          fusion == Fusion::dbias ? 0U : 1U,
          1,
          fusion == Fusion::plain || fusion == Fusion::dbias,
          [=](const QuantizeShape& shape) {
            return quantize::reference::elements(fusion, shape.rows, shape.cols, seeded_x, seeded_grad);
          }};
}

Cast cast(const std::string& name, quantize::GatedFusion fusion) {
  const bool backward = quantize::is_backward(fusion);
  return {name, backward, 2, backward ? 2U : 1U, false, [=](const QuantizeShape& shape) {
            return quantize::reference::elements(fusion, shape.rows, shape.cols, seeded_x, seeded_grad);
          }};
}

/// The blocks of one direction by position; the last one asked for is kept, because its elements follow one another.
class Blocks {
 public:
  Blocks(Elements elements, Along along) : elements_(std::move(elements)), along_(along) {}

  std::uint8_t scale(std::size_t scale_row, std::size_t scale_col) const { return at(scale_row, scale_col).scale; }

  std::uint8_t code(std::size_t row, std::size_t col) const {
    constexpr std::size_t length = quantize::mxfp8_block;
    if (along_ == Along::row) return at(row, col / length).codes[col % length];
    return at(row / length, col).codes[row % length];
  }

 private:
  const quantize::reference::Mxfp8Block& at(std::size_t scale_row, std::size_t scale_col) const {
    if (scale_row != row_ || scale_col != col_) {
      block_ = quantize::reference::mxfp8_block_at(elements_, along_, scale_row, scale_col);
      row_ = scale_row;
      col_ = scale_col;
    }
    return block_;
  }

  Elements elements_;
  Along along_;
  mutable std::size_t row_ = SIZE_MAX;
  mutable std::size_t col_ = SIZE_MAX;
  mutable quantize::reference::Mxfp8Block block_{};
};

struct Outputs {
  std::uint8_t* codes;
  std::uint8_t* scales;
};

Outputs outputs(Workload& workload, const Elements& elements, Along along, bool exact) {
  const quantize::ScaleShape shape = along == Along::row ? quantize::mxfp8_row_scales(elements.rows, elements.cols)
                                                         : quantize::mxfp8_col_scales(elements.rows, elements.cols);
  const auto codes = quantize_output(workload, elements.rows * elements.cols);
  const auto scales = quantize_output(workload, shape.bytes());
  const Blocks blocks(elements, along);
  const std::size_t run =
      along == Along::row ? quantize::mxfp8_block : 4;  // of columns, each code is a block of its own
  workload.expect(
      codes, [=, cols = elements.cols](std::size_t i) { return blocks.code(i / cols, i % cols); },
      [=](std::uint8_t expected, std::uint8_t actual) {
        return exact ? expected == actual : within_a_code(expected, actual);
      },
      run);
  workload.expect(
      scales, [=](std::size_t i) { return blocks.scale(i / shape.stride, i % shape.stride); }, std::equal_to<>(), 4);
  return {codes.data, scales.data};
}

/// Sums of `rows` rows in fp32, in any order: each addition errs by at most half a unit of what it adds up.
float* partial_sums(Workload& workload, const Elements& elements, std::size_t rows) {
  const auto sums = workload.output<float>((elements.rows + rows - 1) / rows * elements.cols);
  workload.writes(sums.bytes());
  const auto sum_of = [=](std::size_t i, auto term) {
    const std::size_t first = i / elements.cols * rows;
    double sum = 0;
    for (std::size_t row = first; row < std::min(first + rows, elements.rows); ++row) {
      sum += term(static_cast<double>(elements.at(row, i % elements.cols)));
    }
    return sum;
  };
  struct Bounded {
    double sum;
    double error;
    explicit operator double() const { return sum; }
  };
  workload.expect(
      sums,
      [=](std::size_t i) {
        const double magnitude = sum_of(i, [](double e) { return std::abs(e); });
        // fp32 activations by approximate instructions are good to some units of 2^-24 of what they multiply.
        return Bounded{sum_of(i, [](double e) { return e; }),
                       (static_cast<double>(rows) + 64) * 0x1p-24 * (magnitude + 1)};
      },
      [](const Bounded& expected, float actual) {
        return std::abs(expected.sum - static_cast<double>(actual)) <= expected.error;
      },
      1);
  return sums.data;
}

using Launch = void (*)(const quantize::Mxfp8Tensors& tensors, cudaStream_t stream);

template <class Fusion, class Direction>
void add_arm(Suite& suite, const Cast& cast, const char* direction, const char* arm, Launch launch,
             std::span<const QuantizeShape> shapes = quantize_shapes) {
  for (const QuantizeShape& shape : shapes) {
    suite.add(cast.name, quantize_axes(direction, shape, arm), [=](Workload& workload) {
      const Elements elements = cast.elements(shape);
      quantize::Mxfp8Tensors tensors{};
      tensors.rows = shape.rows;
      tensors.cols = shape.cols;
      tensors.grad = quantize_input(workload, cast.reads_grad ? shape.elements() : 0, seed_grad);
      tensors.x = quantize_input(workload, cast.reads_x * shape.elements(), seed_x);
      if (!std::is_same_v<Direction, dir::col>) {
        const auto [codes, scales] = outputs(workload, elements, Along::row, cast.exact);
        tensors.row = codes;
        tensors.row_scales = scales;
      }
      if (!std::is_same_v<Direction, dir::row>) {
        const auto [codes, scales] = outputs(workload, elements, Along::col, cast.exact);
        tensors.col = codes;
        tensors.col_scales = scales;
      }
      if (quantize::sum_rows<Fusion> != 0) {
        tensors.partial_sums = partial_sums(workload, elements, quantize::sum_rows<Fusion>);
      }
      workload.label(shape.tensor);
      workload.launch([=](cudaStream_t stream) { launch(tensors, stream); });
    });
  }
}

template <class Fusion, class Direction>
void add_direction(Suite& suite, const Cast& cast, const char* direction) {
  add_arm<Fusion, Direction>(suite, cast, direction, "broken", quantize::mxfp8<Fusion, Direction, arm::broken>);
  add_arm<Fusion, Direction>(suite, cast, direction, "fixed", quantize::mxfp8<Fusion, Direction, arm::fixed>);
  if constexpr (quantize::has_direct<Fusion, Direction>) {
    add_arm<Fusion, Direction>(suite, cast, direction, "direct", quantize::mxfp8<Fusion, Direction, arm::direct>);
  }
}

template <class Fusion>
void add(Suite& suite, const Cast& cast) {
  add_direction<Fusion, dir::row>(suite, cast, "row");
  add_direction<Fusion, dir::col>(suite, cast, "col");
  add_direction<Fusion, dir::both>(suite, cast, "both");
}

/// Pairs that show what else may differ with provenance, in the shapes of the least and the most elements.
template <class Way>
void add_naive(Suite& suite, const std::string& name) {
  constexpr QuantizeShape shapes[] = {quantize_shapes[2], quantize_shapes[4]};
  const Cast plain = cast(name, quantize::Fusion::plain);
  add_arm<fusion::plain, dir::row>(suite, plain, "row", "broken", quantize::mxfp8_naive<Way, arm::broken>, shapes);
  add_arm<fusion::plain, dir::row>(suite, plain, "row", "fixed", quantize::mxfp8_naive<Way, arm::fixed>, shapes);
}

/// What makes dbias of the partial sums that a cast leaves, apart from the cast. `rows` is what a partial sum spans.
void add_dbias_sum(Suite& suite, std::size_t rows) {
  constexpr std::uint64_t seed_sums = 53;
  for (const QuantizeShape& shape : quantize_shapes) {
    const Axes axes = {{"rows", rows}, {"shape", shape.name()}};
    suite.add("quantize/generic/dbias_sum", axes, [=](Workload& workload) {
      const std::size_t count = quantize::blocks_of(shape.rows, rows);
      const auto dbias = workload.output<__nv_bfloat16>(shape.cols);
      const auto sums = workload.input<float>(count * shape.cols, seed_sums);
      workload.reads(sums.bytes());
      workload.writes(dbias.bytes());
      workload.expect(dbias, [=](std::size_t col) {
        float sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += seeded<float>(seed_sums, i * shape.cols + col);
        return __float2bfloat16_rn(sum);
      });
      workload.label(shape.tensor);
      workload.launch(
          [=](cudaStream_t stream) { quantize::sum_partials(dbias.data, sums.data, count, shape.cols, stream); });
    });
  }
}

}  // namespace

void register_quantize_mxfp8(Suite& suite) {
  using quantize::Fusion;
  using quantize::GatedFusion;
  add<fusion::dbias>(suite, cast("quantize/generic/dbias", Fusion::dbias));
  add<fusion::dbias_dgelu>(suite, cast("quantize/generic/dbias_dgelu", Fusion::dbias_dgelu));
  add_dbias_sum(suite, quantize::sum_rows<fusion::dbias>);
  add_dbias_sum(suite, quantize::sum_rows<fusion::dbias_dgelu>);
  add<fusion::dgelu>(suite, cast("quantize/generic/dgelu", Fusion::dgelu));
  add<fusion::dsilu>(suite, cast("quantize/generic/dsilu", Fusion::dsilu));
  add<fusion::gelu>(suite, cast("quantize/generic/gelu", Fusion::gelu));
  add_direction<fusion::plain, dir::col>(suite, cast("quantize/generic/plain", Fusion::plain), "col");
  add_direction<fusion::plain, dir::row>(suite, cast("quantize/specialized/plain", Fusion::plain), "row");
  add_direction<fusion::plain, dir::both>(suite, cast("quantize/specialized/plain", Fusion::plain), "both");
  add<fusion::swiglu>(suite, cast("quantize/mxfp8_gated/swiglu", GatedFusion::swiglu));
  add<fusion::geglu>(suite, cast("quantize/mxfp8_gated/geglu", GatedFusion::geglu));
  add<fusion::dswiglu>(suite, cast("quantize/mxfp8_gated/dswiglu", GatedFusion::dswiglu));
  add_naive<quantize::naive::scalar>(suite, "quantize/scalar/plain");
  add_naive<quantize::naive::aliasing>(suite, "quantize/aliasing/plain");
}

}  // namespace warpmark::bench
