// Where a warp's tile passes on its way: through registers alone, or through dynamic shared memory, whose base the
// provenance arms align each in its way.
#pragma once

#include "kernels/provenance/align.cuh"
#include "kernels/quantize/quantize.h"
#include "kernels/quantize/tile.cuh"

namespace warpmark::quantize {

inline constexpr std::size_t shared_alignment = 128;
inline constexpr unsigned tile_bytes = tile_rows * tile_cols * sizeof(__nv_bfloat16);
inline constexpr unsigned fp8_tile_bytes = tile_rows * tile_cols;

/// Dynamic shared memory of a thread block whose warps hold this much each.
constexpr unsigned shared_bytes(unsigned bytes_a_warp) {
  return block_warps * bytes_a_warp + static_cast<unsigned>(shared_alignment);
}

/// This warp's part of the dynamic shared memory.
template <class Arm, unsigned bytes_a_warp>
__device__ unsigned char* warp_stage() {
  extern __shared__ __align__(16) unsigned char shared[];
  return provenance::align<Arm, shared_alignment>(shared) + warp_id() * bytes_a_warp;
}

/// Begins to copy `lines` rows of a tile to `stage`, 16 bytes a lane and row; zero beyond the matrix. The copy takes a
/// shared address, so that it is the same in both arms.
template <unsigned lines = tile_rows>
__device__ void stage_tile(unsigned char* stage, const Matrix<const __nv_bfloat16>& matrix, const TilePlace& place) {
  const unsigned row = place.row + lane_y();
  const unsigned col = place.col + lane_x() * lane_cols;
  const unsigned held = col < place.cols && row < place.rows ? place.rows - row : 0;
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(stage)) + lane_id() * 16;
  const __nv_bfloat16* const from = matrix.at(row, col);
#pragma unroll
  for (unsigned i = 0; i < lines; i += lanes_down) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to + i * lanes_across * 16),
                 "l"(from + std::size_t{i} * matrix.pitch), "r"(i < held ? 16 : 0)
                 : "memory");
  }
}

/// What stage_tile began has arrived, for the whole warp.
__device__ inline void wait_for_stage() {
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncwarp();
}

/// The lane's elements of a row of a staged tile, or of tiles staged one below the other.
__device__ inline Octet staged_octet(const unsigned char* stage, unsigned row) {
  return *reinterpret_cast<const Octet*>(stage + (row * lanes_across + lane_x()) * 16);
}

__device__ inline void put_staged_octet(unsigned char* stage, unsigned row, const Octet& octet) {
  *reinterpret_cast<Octet*>(stage + (row * lanes_across + lane_x()) * 16) = octet;
}

/// Every lane of the warp is done with what it read of the stage, or wrote to it.
template <bool staged>
__device__ void sync_stage() {
  if constexpr (staged) __syncwarp();
}

}  // namespace warpmark::quantize
