// The NVFP4 cast: quantizes each element once, and writes the codes as they stand and transposed. A warp takes 64 rows
// by 64 columns, so that a column of the transposed codes is a whole sector; a lane 16 rows by 8 columns, of squares
// that two lanes share.
//
// What was tried, 8192x28672 on H200s, cold: codes by floating-point operations (e2m1.cuh) in place of integer ones,
// along rows 272 to 160 us; 64 rows a warp in place of 32, so that no sector of a transposed column is written in
// halves, down columns 404 to 164 us; scales gathered over the thread block, both 266 to 237 us; elements read from the
// stage twice in place of held in registers, along rows 160 to 151 us; the stage begun before the tensor's scale is
// there, fewer instructions to it, and NaN looked for once in place of in every element (16.1 to 13.7 instructions an
// element), 151 to 140 us. Of both, warps that stand 2 x 2 are 2 to 4 % better than 4 x 1 or 1 x 4, and thread blocks
// in panels 8 to 10 % than in rows: 238 to 214 us in panels of 16, 215 of 32, 217 of 56; a matrix of 40 across is 2 %
// slower if cut in two.
#pragma once

#include "kernels/quantize/block_scale.cuh"
#include "kernels/quantize/launch.cuh"
#include "kernels/quantize/nvfp4_scale.cuh"
#include "kernels/quantize/rows.cuh"
#include "kernels/quantize/scale_lines.cuh"
#include "kernels/quantize/scale_shape.h"

namespace warpmark::quantize {

struct Nvfp4Params {
  unsigned rows, cols;
  Matrix<const __nv_bfloat16> in;
  const float* amax;
  Matrix<std::uint8_t> row;  // bytes, of two codes each
  Matrix<std::uint8_t> row_scales;
  Matrix<std::uint8_t> col;
  Matrix<std::uint8_t> col_scales;
};

inline constexpr unsigned nvfp4_rows = 2 * tile_rows;  // of a warp
inline constexpr unsigned nvfp4_lane_rows = 2 * lane_rows;
inline constexpr unsigned nvfp4_stage_bytes = 2 * tile_bytes;

/// The codes of half a lane, 8 a word, the first in the lowest nibble: of a row each, or, transposed, of a column each.
struct LaneCodes {
  std::uint32_t word[lane_rows];
};

/// The signs of a row, at bit 3 of each nibble.
__device__ inline std::uint32_t sign_bits(const Octet& row) {
  const std::uint32_t first = __byte_perm(row.pair[0], row.pair[1], 0x7531);
  const std::uint32_t second = __byte_perm(row.pair[2], row.pair[3], 0x7531);
  const std::uint32_t evens = __byte_perm(first, second, 0x6420);
  const std::uint32_t odds = __byte_perm(first, second, 0x7531);
  return (evens >> 4 & 0x08080808U) | (odds & 0x80808080U);
}

/// The codes of a row, whose elements times `half_factor` are half of what is to be encoded.
__device__ inline std::uint32_t encode(const Octet& row, float half_factor) {
  std::uint32_t codes = 0;
  std::uint32_t magic = 0;
#pragma unroll
  for (unsigned j = 0; j < lane_cols; ++j) {
    const float value = j % 2 == 0 ? low(row.pair[j / 2]) : high(row.pair[j / 2]);
    codes += bits_of(e2m1_magnitude(multiply(fabsf(value), half_factor))) << 4 * j;
    magic += bits_of(e2m1_magic) << 4 * j;
  }
  return codes - magic | sign_bits(row);
}

__device__ inline LaneCodes transposed(LaneCodes codes) {
  std::uint32_t(&w)[lane_rows] = codes.word;
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {  // squares of 4 x 4
    const std::uint32_t a = w[i];
    w[i] = __byte_perm(a, w[i + 4], 0x5410);
    w[i + 4] = __byte_perm(a, w[i + 4], 0x7632);
  }
#pragma unroll
  for (unsigned i = 0; i < 8; i += i % 2 == 0 ? 1 : 3) {  // of 2 x 2: rows 0 and 2, 1 and 3, 4 and 6, 5 and 7
    const std::uint32_t a = w[i];
    w[i] = __byte_perm(a, w[i + 2], 0x6240);
    w[i + 2] = __byte_perm(a, w[i + 2], 0x7351);
  }
#pragma unroll
  for (unsigned i = 0; i < 8; i += 2) {
    constexpr std::uint32_t evens = 0x0f0f0f0fU;
    const std::uint32_t a = w[i];
    w[i] = (a & evens) | (w[i + 1] & evens) << 4;
    w[i + 1] = (a >> 4 & evens) | (w[i + 1] & ~evens);
  }
  return codes;
}

/// Row i of the lane. Read from the stage whenever it is needed, which is twice: cheaper than to hold them all.
__device__ inline Octet lane_row(const unsigned char* stage, unsigned i) {
  return staged_octet(stage, lane_y() * nvfp4_lane_rows + i);
}

/// The largest magnitude of the lane's elements, in each half of the pairs; NaN where there is one. Extremes of either
/// sign, because the instruction takes two pairs at once and no magnitudes.
__device__ inline Pair largest_or_nan(const unsigned char* stage) {
  __nv_bfloat162 largest = __float2bfloat162_rn(0.0F);
  __nv_bfloat162 least = largest;
#pragma unroll
  for (unsigned i = 0; i < nvfp4_lane_rows; ++i) {
    const Octet row = lane_row(stage, i);
#pragma unroll
    for (const Pair& pair : row.pair) {
      largest = __hmax2_nan(largest, reinterpret_cast<const __nv_bfloat162&>(pair));
      least = __hmin2(least, reinterpret_cast<const __nv_bfloat162&>(pair));
    }
  }
  largest = __hmax2_nan(largest, __hneg2(least));
  return reinterpret_cast<const Pair&>(largest);
}

/// The same without NaN, each of which loses its sign in the stage: its code has none.
__device__ inline Pair largest_past_nan(unsigned char* stage) {
  const __nv_bfloat162 one = __float2bfloat162_rn(1.0F);
  const __nv_bfloat162 minus_zero = __float2bfloat162_rn(-0.0F);
  Pair largest = 0;
#pragma unroll 1
  for (unsigned i = 0; i < nvfp4_lane_rows; ++i) {
    Octet row = lane_row(stage, i);
#pragma unroll
    for (Pair& pair : row.pair) {
      largest = larger_magnitude(largest, pair);
      const __nv_bfloat162 same = __hfma2(reinterpret_cast<const __nv_bfloat162&>(pair), one, minus_zero);
      pair = reinterpret_cast<const Pair&>(same);
    }
    put_staged_octet(stage, lane_y() * nvfp4_lane_rows + i, row);
  }
  return largest;
}

/// The largest magnitude of the 16 x 16 square that this lane shares with its neighbour.
__device__ inline float largest_of_square(unsigned char* stage) {
  Pair largest = largest_or_nan(stage);
  if (isnan(low(largest)) || isnan(high(largest))) largest = largest_past_nan(stage);
  largest = larger_magnitude(largest, __shfl_xor_sync(0xffffffffU, largest, 1));
  return fmaxf(low(largest), high(largest));
}

/// A square's scale among those of its neighbours: of the 4 squares across the tile, and of the 4 down it, a byte each.
struct SquareScales {
  std::uint32_t across;
  std::uint32_t down;
};

/// The bytes of four lanes whose ids differ in the bits `near` and `far`, in order.
template <unsigned near, unsigned far>
__device__ std::uint32_t gather(std::uint32_t mine) {
  constexpr unsigned all = 0xffffffffU;
  const std::uint32_t next = __shfl_xor_sync(all, mine, near);
  const std::uint32_t two = lane_id() & near ? next | mine << 8 : mine | next << 8;
  const std::uint32_t others = __shfl_xor_sync(all, two, far);
  return lane_id() & far ? others | two << 16 : two | others << 16;
}

/// How the warps of a thread block stand: side by side where they write rows, below one another where they write
/// columns, so that together they write a longer piece of each. And how many thread blocks stand side by side: where
/// both rows and columns are written, so few that at any time those at work hold long pieces of either.
template <class Direction>
struct WarpGrid {
  static constexpr unsigned across = !down_columns<Direction> ? block_warps : along_rows<Direction> ? 2 : 1;
  static constexpr unsigned down = block_warps / across;
  static constexpr unsigned panel_across = along_rows<Direction> && down_columns<Direction> ? 48 : any_across;
  static constexpr unsigned rows = down * nvfp4_rows;
  static constexpr unsigned cols = across * tile_cols;
  using RowScales = ScaleLines<rows, cols / nvfp4_tile>;
  using ColScales = ScaleLines<cols, rows / nvfp4_tile>;

  __device__ static unsigned first_row() { return blockIdx.y * rows; }
  __device__ static unsigned first_col() { return (blockIdx.z * gridDim.x + blockIdx.x) * cols; }
  __device__ static unsigned warp_row() { return warp_id() / across; }
  __device__ static unsigned warp_col() { return warp_id() % across; }
};

template <class Grid>
__device__ TilePlace nvfp4_place(const Nvfp4Params& params) {
  return {Grid::first_row() + Grid::warp_row() * nvfp4_rows, Grid::first_col() + Grid::warp_col() * tile_cols,
          params.rows, params.cols};
}

/// The four scales across the tile, for each of the rows: by each lane two of its squares'.
template <class Grid>
__device__ void put_row_scales(typename Grid::RowScales& scales, std::uint32_t across) {
  const unsigned row = Grid::warp_row() * nvfp4_rows + lane_y() * nvfp4_lane_rows + lane_x() * 2;
  for (unsigned k = 0; k < 2; ++k) {
    reinterpret_cast<std::uint32_t*>(scales.of[row + k])[Grid::warp_col()] = across;
  }
}

/// The four scales down the tile, for each of the columns, likewise.
template <class Grid>
__device__ void put_col_scales(typename Grid::ColScales& scales, std::uint32_t down) {
  const unsigned col = Grid::warp_col() * tile_cols + lane_x() / 2 * nvfp4_tile + (lane_x() % 2 * 4 + lane_y()) * 2;
  for (unsigned k = 0; k < 2; ++k) {
    reinterpret_cast<std::uint32_t*>(scales.of[col + k])[Grid::warp_row()] = down;
  }
}

/// Both, by the thread block.
template <class Direction, class Grid>
__device__ void store_scales(const typename Grid::RowScales& row_scales, const typename Grid::ColScales& col_scales,
                             const Nvfp4Params& params) {
  const unsigned row = Grid::first_row();
  const unsigned col = Grid::first_col();
  const unsigned rows = params.rows - row;
  const unsigned cols = params.cols - col;
  __syncthreads();
  if constexpr (along_rows<Direction>) {
    row_scales.store(params.row_scales.at(row, col / nvfp4_tile), params.row_scales.pitch, rows, cols / nvfp4_tile);
  }
  if constexpr (down_columns<Direction>) {
    col_scales.store(params.col_scales.at(col, row / nvfp4_tile), params.col_scales.pitch, cols, rows / nvfp4_tile);
  }
}

/// As if so many thread blocks were resident, of which shared memory lets no more than six: 64 registers, which both
/// arms make do with. Given 80, the arms differ by up to 17.
inline constexpr int nvfp4_register_cap = 8;

template <class Direction, class Arm>
__global__ void __launch_bounds__(block_threads, nvfp4_register_cap)
    nvfp4_kernel(const __grid_constant__ Nvfp4Params params) {
  using Grid = WarpGrid<Direction>;
  if (Grid::first_col() >= params.cols) return;  // beyond the last panel
  unsigned char* const stage = warp_stage<Arm, nvfp4_stage_bytes>();
  __shared__ typename Grid::RowScales row_scales;
  __shared__ typename Grid::ColScales col_scales;
  const TilePlace place = nvfp4_place<Grid>(params);

  __shared__ Nvfp4TensorScale tensor_scale;
  stage_tile<nvfp4_rows>(stage, params.in, place);
  if (threadIdx.x == 0) tensor_scale = nvfp4_tensor_scale(*params.amax);
  __syncthreads();
  wait_for_stage();
  const Nvfp4TileScale scale = nvfp4_tile_scale(largest_of_square(stage), tensor_scale);
  if constexpr (along_rows<Direction>) put_row_scales<Grid>(row_scales, gather<2, 4>(scale.code));
  if constexpr (down_columns<Direction>) {
    put_col_scales<Grid>(col_scales, gather<lanes_across, 2 * lanes_across>(scale.code));
  }
  __syncwarp();
  LaneCodes codes[2];
#pragma unroll
  for (unsigned i = 0; i < nvfp4_lane_rows; ++i) {
    codes[i / lane_rows].word[i % lane_rows] = encode(lane_row(stage, i), 0.5F * scale.reciprocal);
  }

  // Half a byte an element: a lane has a word of each of its rows, and transposed two words of each of its columns.
  using Rows = StagedOutput<std::uint32_t, nvfp4_rows, lanes_across>;
  using Cols = StagedOutput<uint2, tile_cols, lanes_down>;
  const OutputTile row_tile{params.row.at(place.row, place.col / 2),
                            params.row.pitch,
                            place.rows_held(nvfp4_rows),
                            place.cols_held() / 2,
                            lane_y() * nvfp4_lane_rows,
                            lane_x()};
  const OutputTile col_tile{params.col.at(place.col, place.row / 2), params.col.pitch,     place.cols_held(),
                            place.rows_held(nvfp4_rows) / 2,         lane_x() * lane_cols, lane_y()};
  const Rows rows(stage, row_tile);
  const Cols cols(stage + tile_bytes / 2, col_tile);
  __syncwarp();
  if constexpr (down_columns<Direction>) {  // before the rows: after them, ptxas spills some words of `broken`
    const LaneCodes upper = transposed(codes[0]);
    const LaneCodes lower = transposed(codes[1]);
#pragma unroll
    for (unsigned j = 0; j < lane_cols; ++j) cols.put(j, make_uint2(upper.word[j], lower.word[j]));
  }
  if constexpr (along_rows<Direction>) {
#pragma unroll
    for (unsigned i = 0; i < nvfp4_lane_rows; ++i) rows.put(i, codes[i / lane_rows].word[i % lane_rows]);
  }
  __syncwarp();
  if constexpr (along_rows<Direction>) rows.flush();
  if constexpr (down_columns<Direction>) cols.flush();
  store_scales<Direction, Grid>(row_scales, col_scales, params);
}

}  // namespace warpmark::quantize
