#include <type_traits>

#include "bench/quantize.h"
#include "kernels/quantize/reference/nvfp4.h"
#include "kernels/quantize/scale_shape.h"

namespace warpmark::bench {

namespace {

constexpr std::size_t side = quantize::nvfp4_tile;

/// The tiles of a matrix by position; the last one asked for is kept, because its elements follow one another.
class Tiles {
 public:
  explicit Tiles(std::size_t cols) : cols_(cols) {}

  std::uint8_t scale(std::size_t row, std::size_t col) const { return at(row / side, col / side).scale; }
  std::uint8_t code(std::size_t row, std::size_t col) const {
    return at(row / side, col / side).codes[row % side][col % side];
  }

 private:
  const quantize::reference::Nvfp4Tile& at(std::size_t tile_row, std::size_t tile_col) const {
    if (tile_row != row_ || tile_col != col_) {
      const auto amax = seeded<float>(seed_of_a_large_number, 0);
      tile_ = quantize::reference::nvfp4_tile_at(seeded_x, cols_, amax, tile_row, tile_col);
      row_ = tile_row;
      col_ = tile_col;
    }
    return tile_;
  }

  std::size_t cols_;
  mutable std::size_t row_ = SIZE_MAX;
  mutable std::size_t col_ = SIZE_MAX;
  mutable quantize::reference::Nvfp4Tile tile_{};
};

struct Nvfp4Outputs {
  std::uint8_t* codes;
  std::uint8_t* scales;
};

/// Of rows x cols, with code(row, col) and scale(row, col) of the first element that a scale is of.
template <class Code, class Scale>
Nvfp4Outputs outputs(Workload& workload, std::size_t rows, std::size_t cols, Code code, Scale scale) {
  const quantize::ScaleShape shape = quantize::nvfp4_scales(rows, cols);
  const auto codes = quantize_output(workload, rows * cols / 2);
  const auto scales = quantize_output(workload, shape.bytes());
  workload.expect(
      codes,
      [=](std::size_t i) {
        const std::size_t row = 2 * i / cols;
        const std::size_t col = 2 * i % cols;
        return static_cast<std::uint8_t>(code(row, col) | code(row, col + 1) << 4);
      },
      std::equal_to<>(), side);
  workload.expect(
      scales, [=](std::size_t i) { return scale(i / shape.stride, i % shape.stride * side); }, std::equal_to<>(), 1);
  return {codes.data, scales.data};
}

template <class Direction, class Arm>
void add_arm(Suite& suite, const char* direction, const char* arm) {
  for (const QuantizeShape& shape : quantize_shapes) {
    suite.add("quantize/nvfp4/nvfp42d", quantize_axes(direction, shape, arm), [=](Workload& workload) {
      quantize::Nvfp4Tensors tensors{};
      tensors.rows = shape.rows;
      tensors.cols = shape.cols;
      tensors.x = quantize_input(workload, shape.elements(), seed_x);
      tensors.amax = workload.input<float>(1, seed_of_a_large_number).data;
      const Tiles tiles(shape.cols);
      if (!std::is_same_v<Direction, dir::col>) {
        const auto [codes, scales] = outputs(
            workload, shape.rows, shape.cols, [=](std::size_t row, std::size_t col) { return tiles.code(row, col); },
            [=](std::size_t row, std::size_t col) { return tiles.scale(row, col); });
        tensors.row = codes;
        tensors.row_scales = scales;
      }
      if (!std::is_same_v<Direction, dir::row>) {
        const auto [codes, scales] = outputs(
            workload, shape.cols, shape.rows, [=](std::size_t row, std::size_t col) { return tiles.code(col, row); },
            [=](std::size_t row, std::size_t col) { return tiles.scale(col, row); });
        tensors.col = codes;
        tensors.col_scales = scales;
      }
      workload.label(shape.tensor);
      workload.launch([=](cudaStream_t stream) { quantize::nvfp4<Direction, Arm>(tensors, stream); });
    });
  }
}

template <class Direction>
void add(Suite& suite, const char* direction) {
  add_arm<Direction, arm::broken>(suite, direction, "broken");
  add_arm<Direction, arm::fixed>(suite, direction, "fixed");
}

}  // namespace

void register_quantize_nvfp4(Suite& suite) {
  add<dir::row>(suite, "row");
  add<dir::col>(suite, "col");
  add<dir::both>(suite, "both");
}

}  // namespace warpmark::bench
