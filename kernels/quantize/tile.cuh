// How the casts walk a matrix: a warp takes tiles of 32 rows and 64 columns, a lane 8 x 8 elements of each, read by
// accesses of 16 bytes. So blocks along rows and down columns, and squares of 16 x 16, are each shared by four lanes.
#pragma once

#include <cuda_bf16.h>

#include <cstddef>
#include <cstdint>

#include "kernels/quantize/ieee.cuh"

namespace warpmark::quantize {

inline constexpr unsigned warp_lanes = 32;
inline constexpr unsigned block_warps = 4;  // side by side
inline constexpr unsigned block_threads = block_warps * warp_lanes;

inline constexpr unsigned tile_rows = 32;
inline constexpr unsigned tile_cols = 64;
inline constexpr unsigned lane_rows = 8;
inline constexpr unsigned lane_cols = 8;
inline constexpr unsigned lanes_across = tile_cols / lane_cols;
inline constexpr unsigned lanes_down = warp_lanes / lanes_across;
inline constexpr unsigned block_cols = block_warps * tile_cols;

/// For launch bounds that leave just the registers a kernel needs on sm_90: ptxas needs some more for other targets.
constexpr int fewer_elsewhere(int blocks_on_sm_90) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 900
  return blocks_on_sm_90 - 1;
#else
  return blocks_on_sm_90;
#endif
}

/// Two bf16, the first in the low half.
using Pair = std::uint32_t;

/// 8 bf16 of a row.
struct alignas(16) Octet {
  Pair pair[lane_cols / 2];
};

/// The elements of a lane.
struct LaneTile {
  Octet row[lane_rows];
};

__device__ inline unsigned lane_id() { return threadIdx.x % warp_lanes; }
__device__ inline unsigned lane_x() { return lane_id() % lanes_across; }
__device__ inline unsigned lane_y() { return lane_id() / lanes_across; }
__device__ inline unsigned warp_id() { return threadIdx.x / warp_lanes; }

/// Where a warp's tile lies, and how far the matrix reaches.
struct TilePlace {
  unsigned row, col;    // of the tile's first element
  unsigned rows, cols;  // of the matrix

  __device__ bool holds(unsigned row_in_tile, unsigned col_in_tile) const {
    return row + row_in_tile < rows && col + col_in_tile < cols;
  }
  __device__ unsigned rows_held(unsigned of = tile_rows) const { return row < rows ? min(rows - row, of) : 0; }
  __device__ unsigned cols_held() const { return col < cols ? min(cols - col, tile_cols) : 0; }
};

/// Of this warp's first tile, where a thread block takes `tiles` of them down and its warps stand side by side.
__device__ inline TilePlace tile_place(unsigned rows, unsigned cols, unsigned tiles = 1) {
  return {blockIdx.y * tiles * tile_rows, blockIdx.x * block_cols + warp_id() * tile_cols, rows, cols};
}

/// A matrix in memory, `pitch` elements from row to row.
template <class T>
struct Matrix {
  T* data;
  unsigned pitch;

  __device__ T* at(unsigned row, unsigned col) const { return data + std::size_t{row} * pitch + col; }
};

/// The lane's elements of a row of the tile; zero beyond the matrix.
__device__ inline Octet octet(const Matrix<const __nv_bfloat16>& matrix, const TilePlace& place, unsigned row) {
  const unsigned col = lane_x() * lane_cols;
  if (!place.holds(row, col)) return {};
  return *reinterpret_cast<const Octet*>(matrix.at(place.row + row, place.col + col));
}

__device__ inline float low(Pair pair) { return float_of(pair << 16); }
__device__ inline float high(Pair pair) { return float_of(pair & 0xffff0000U); }

/// Nearest even.
__device__ inline Pair to_pair(float low, float high) {
  const __nv_bfloat162 pair = __floats2bfloat162_rn(low, high);
  return reinterpret_cast<const Pair&>(pair);
}

/// By halves, nearest even.
__device__ inline Pair multiply(Pair a, Pair b) {
  const __nv_bfloat162 product =
      __hmul2(reinterpret_cast<const __nv_bfloat162&>(a), reinterpret_cast<const __nv_bfloat162&>(b));
  return reinterpret_cast<const Pair&>(product);
}

/// The larger magnitude in each half; NaN is ignored. `largest` holds magnitudes.
__device__ inline Pair larger_magnitude(Pair largest, Pair pair) {
  const Pair magnitude = pair & 0x7fff7fffU;
  const __nv_bfloat162 larger =
      __hmax2(reinterpret_cast<const __nv_bfloat162&>(largest), reinterpret_cast<const __nv_bfloat162&>(magnitude));
  return reinterpret_cast<const Pair&>(larger);
}

}  // namespace warpmark::quantize
