// The MXFP8 cast: one kernel for every fusion, direction and arm.
//
// What was tried, 8192x28672 on an H200, cold: a stage filled by cp.async takes no registers, so that dgelu along rows
// needs 272 us with 80 of them and six thread blocks a multiprocessor, 301 us with 128 and four; with its elements
// straight in registers, 317 us. Scaling in bf16, two elements a multiplication, and a grid of two dimensions in place
// of a division: gelu along rows 181 to 166 us.
#pragma once

#include <algorithm>

#include "kernels/quantize/block_scale.cuh"
#include "kernels/quantize/column_sums.cuh"
#include "kernels/quantize/fusion.cuh"
#include "kernels/quantize/rows.cuh"
#include "kernels/quantize/scale_lines.cuh"
#include "kernels/quantize/scale_shape.h"

namespace warpmark::quantize {

template <class Fusion>
struct Mxfp8Params {
  unsigned rows, cols;  // of one output
  Matrix<const __nv_bfloat16> in[Fusion::inputs];
  Matrix<std::uint8_t> row[Fusion::outputs];
  Matrix<std::uint8_t> row_scales[Fusion::outputs];
  Matrix<std::uint8_t> col[Fusion::outputs];
  Matrix<std::uint8_t> col_scales[Fusion::outputs];
  float* partial_sums;
};

/// What a warp's stage holds: the inputs, then in their place the outputs.
template <class Fusion, class Direction>
inline constexpr unsigned mxfp8_stage_bytes =
    std::max(Fusion::inputs* tile_bytes,
             Fusion::outputs*(unsigned{along_rows<Direction>} + unsigned{down_columns<Direction>}) * fp8_tile_bytes);

/// Tiles that a warp takes below one another: as many as one partial sum spans.
template <class Fusion>
inline constexpr unsigned tiles_down = has_sums<Fusion> ? sum_rows<Fusion> / tile_rows : 1;

/// Thread blocks a multiprocessor should hold, which bounds registers: as many as fit without spills.
template <class Fusion, class Direction>
constexpr int resident_blocks() {
  constexpr bool sums = has_sums<Fusion>;
  constexpr bool both = along_rows<Direction> && down_columns<Direction>;
  if (Fusion::inputs == 3) return down_columns<Direction> ? 3 : fewer_elsewhere(3);
  if (Fusion::inputs == 2)
    return !sums ? (both ? fewer_elsewhere(6) : 6) : along_rows<Direction> ? fewer_elsewhere(5) : 4;
  return both ? (sums ? 4 : fewer_elsewhere(6)) : sums ? 6 : 8;
}

/// Plain along rows needs no stage, whatever the arm: what its arms differ by is noise.
template <class Fusion, class Direction, class Arm>
inline constexpr bool is_staged = !std::is_same_v<Arm, arm::direct> &&
                                  !(std::is_same_v<Fusion, fusion::plain> && std::is_same_v<Direction, dir::row>);

/// Row i of the lane's elements, computed and rounded to bf16. `sums` gains them before they are rounded.
template <class Fusion>
__device__ void compute(LaneTile (&out)[Fusion::outputs], unsigned i, const Octet (&in)[Fusion::inputs],
                        ColumnSums& sums) {
#pragma unroll
  for (unsigned j = 0; j < lane_cols / 2; ++j) {
    Values<Fusion::inputs> read[2];
#pragma unroll
    for (unsigned k = 0; k < Fusion::inputs; ++k) {
      read[0].of[k] = low(in[k].pair[j]);
      read[1].of[k] = high(in[k].pair[j]);
    }
    const Values<Fusion::outputs> first = Fusion::value(read[0]);
    const Values<Fusion::outputs> second = Fusion::value(read[1]);
    if constexpr (has_sums<Fusion>) {
      sums.add(2 * j, first.of[0]);
      sums.add(2 * j + 1, second.of[0]);
    }
#pragma unroll
    for (unsigned o = 0; o < Fusion::outputs; ++o) {
      out[o].row[i].pair[j] = Fusion::identity ? in[o].pair[j] : to_pair(first.of[o], second.of[o]);
    }
  }
}

/// Two scales of a row a warp.
using RowScales = ScaleLines<tile_rows, block_cols / mxfp8_block>;

/// By the lanes of each block along rows: two rows each.
__device__ inline void put(RowScales& scales, const Exponents& exponents) {
  const unsigned block = warp_id() * (tile_cols / mxfp8_block) + lane_x() / 4;
  const unsigned i = lane_x() % 4 * 2;
  const std::uint32_t two = (i < 4 ? exponents.half[0] : exponents.half[1]) >> i % 4 * 8;
  scales.of[lane_y() * lane_rows + i][block] = static_cast<std::uint8_t>(two);
  scales.of[lane_y() * lane_rows + i + 1][block] = static_cast<std::uint8_t>(two >> 8);
}

__device__ inline void store(const RowScales& scales, const Matrix<std::uint8_t>& to, const TilePlace& place) {
  const unsigned first = blockIdx.x * (block_cols / mxfp8_block);
  const unsigned end = (place.cols + mxfp8_block - 1) / mxfp8_block;
  scales.store(to.at(place.row, first), to.pitch, place.rows_held(), end - first);
}

/// The codes of a row of elements, each scaled by the factor of its column.
__device__ inline Codes encode(const Octet& row, const Factors& factors) {
  std::uint32_t pair[lane_cols / 2];
#pragma unroll
  for (unsigned j = 0; j < lane_cols / 2; ++j) {
    const Pair scaled = multiply(row.pair[j], factors.pair[j]);
    pair[j] = to_fp8_pair<Format>(low(scaled), high(scaled));
  }
  return codes_of(pair);
}

template <class Fusion, class Direction, class Arm>
__global__ void __launch_bounds__(block_threads, (resident_blocks<Fusion, Direction>()))
    mxfp8_kernel(const __grid_constant__ Mxfp8Params<Fusion> params) {
  constexpr unsigned tiles = tiles_down<Fusion>;
  __shared__ RowScales row_scales[Fusion::outputs];
  constexpr bool staged = is_staged<Fusion, Direction, Arm>;
  using Out = CodesOutput<staged>;
  unsigned char* stage = nullptr;
  if constexpr (staged) stage = warp_stage<Arm, mxfp8_stage_bytes<Fusion, Direction>>();

  ColumnSums sums;
  TilePlace place = tile_place(params.rows, params.cols, tiles);
#pragma unroll 1
  for (unsigned t = 0; t < tiles; ++t, place.row += tile_rows) {
    LaneTile elements[Fusion::outputs];
    for_each_row<staged, Fusion>(params.in, place, stage, [&](unsigned i, const Octet(&in)[Fusion::inputs]) {
      compute<Fusion>(elements, i, in, sums);
    });
    sync_stage<staged>();

    unsigned char* out_stage = stage;
#pragma unroll
    for (unsigned o = 0; o < Fusion::outputs; ++o) {
      Factors of_row{};
      Factors of_col{};
      if constexpr (down_columns<Direction>) {
        const Exponents exponents = column_exponents<Format>(elements[o]);
        of_col = factors(exponents);
        if (lane_y() == 0 && place.holds(0, lane_x() * lane_cols)) {
          std::uint8_t* to = params.col_scales[o].at(place.row / mxfp8_block, place.col + lane_x() * lane_cols);
          *reinterpret_cast<Exponents*>(to) = exponents;
        }
      }
      if constexpr (along_rows<Direction>) {
        const Exponents exponents = row_exponents<Format>(elements[o]);
        of_row = factors(exponents);
        put(row_scales[o], exponents);
      }

      const Out out_row(out_stage, output_tile(params.row[o], place));
      if constexpr (staged && along_rows<Direction>) out_stage += fp8_tile_bytes;
      const Out out_col(out_stage, output_tile(params.col[o], place));
      if constexpr (staged && down_columns<Direction>) out_stage += fp8_tile_bytes;
#pragma unroll
      for (unsigned i = 0; i < lane_rows; ++i) {
        const Octet& row = elements[o].row[i];
        if constexpr (down_columns<Direction>) out_col.put(i, encode(row, of_col));
        if constexpr (along_rows<Direction>) out_row.put(i, encode(row, repeated(of_row, i)));
      }
      sync_stage<staged>();
      if constexpr (along_rows<Direction>) out_row.flush();
      if constexpr (down_columns<Direction>) out_col.flush();
    }
    if constexpr (along_rows<Direction>) {
      __syncthreads();
#pragma unroll
      for (unsigned o = 0; o < Fusion::outputs; ++o) store(row_scales[o], params.row_scales[o], place);
      if constexpr (tiles > 1) __syncthreads();
    } else {
      if constexpr (tiles > 1) sync_stage<staged>();
    }
  }
  if constexpr (has_sums<Fusion>) {
    const unsigned chunk = place.row / sum_rows<Fusion> - 1;  // the one that ends where the next tile would begin
    const unsigned col = place.col + lane_x() * lane_cols;
    sums.store(params.partial_sums + std::size_t{chunk} * params.cols + col, col < params.cols);
  }
}

}  // namespace warpmark::quantize
