// The rows of a lane: read by way of a stage or straight from memory, and encoded in FP8.
#pragma once

#include "kernels/quantize/fp8.cuh"
#include "kernels/quantize/fusion.cuh"
#include "kernels/quantize/output.cuh"
#include "kernels/quantize/staging.cuh"

namespace warpmark::quantize {

using Format = E4M3;

template <class Direction>
inline constexpr bool along_rows = !std::is_same_v<Direction, dir::col>;
template <class Direction>
inline constexpr bool down_columns = !std::is_same_v<Direction, dir::row>;

/// Rows of a lane that are read before any of them is computed: from memory enough to hide its latency, from a stage
/// as few as spare registers.
template <bool staged, class Fusion>
inline constexpr unsigned rows_at_once = staged ? (Fusion::inputs == 3 ? 1 : 2) : lane_rows / Fusion::inputs;

/// Calls use(i, octets) with row i of the lane's elements in every input. A stage holds the inputs one after another.
template <bool staged, class Fusion, class Use>
__device__ void for_each_row(const Matrix<const __nv_bfloat16> (&inputs)[Fusion::inputs], const TilePlace& place,
                             unsigned char* stage, Use use) {
  if constexpr (staged) {
#pragma unroll
    for (unsigned k = 0; k < Fusion::inputs; ++k) stage_tile(stage + k * tile_bytes, inputs[k], place);
    wait_for_stage();
  }
#pragma unroll
  for (unsigned first = 0; first < lane_rows; first += rows_at_once<staged, Fusion>) {
    const unsigned row = lane_y() * lane_rows + first;
    Octet in[rows_at_once<staged, Fusion>][Fusion::inputs];
#pragma unroll
    for (unsigned k = 0; k < Fusion::inputs; ++k) {
#pragma unroll
      for (unsigned i = 0; i < rows_at_once<staged, Fusion>; ++i) {
        in[i][k] = staged ? staged_octet(stage + k * tile_bytes, row + i) : octet(inputs[k], place, row + i);
      }
    }
#pragma unroll
    for (unsigned i = 0; i < rows_at_once<staged, Fusion>; ++i) use(first + i, in[i]);
  }
}

/// 8 codes of a row.
struct alignas(8) Codes {
  std::uint32_t half[2];
};

/// The way out of a tile of codes, and where it leads.
template <bool staged>
using CodesOutput = Output<staged, Codes, tile_rows, lanes_across>;

__device__ inline OutputTile output_tile(const Matrix<std::uint8_t>& matrix, const TilePlace& place) {
  return {matrix.at(place.row, place.col),
          matrix.pitch,
          place.rows_held(),
          place.cols_held(),
          lane_y() * lane_rows,
          lane_x()};
}

/// Codes of two elements each, one after another.
__device__ inline Codes codes_of(const std::uint32_t (&pair)[lane_cols / 2]) {
  return {{pair[0] | pair[1] << 16, pair[2] | pair[3] << 16}};
}

}  // namespace warpmark::quantize
