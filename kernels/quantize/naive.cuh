// The plain cast along rows as one would stage it at first, in two ways. The arms of such a pair differ in more than
// the address space of their accesses, so that the ratio of their times is not what provenance costs. Of the 8 rows of
// a lane, the machine code for sm_90 (CUDA 13.0) makes:
//
//             broken                                         fixed
//   scalar    8 ST.128 and 8 LD.128: words became vectors    32 STS and 32 LDS of a word; vectors on sm_100 and sm_120
//   aliasing  8 times LDG, ST: a store might be to what the  8 LDG, then 8 STS
//             next load reads
//
// Registers differ too: broken takes 71 and 70, so that 7 thread blocks are resident, fixed 64, so that 8 are.
#pragma once

#include "kernels/quantize/mxfp8.cuh"

namespace warpmark::quantize {

inline constexpr unsigned stage_steps = tile_rows / lanes_down;

/// Where the lane's part of a row of a staged tile begins.
__device__ inline Octet& octet_of_stage(unsigned char* stage, unsigned row) {
  return reinterpret_cast<Octet*>(stage)[row * lanes_across + lane_x()];
}

namespace naive {

struct scalar {
  static constexpr unsigned rows_at_once = stage_steps;  // so that a store is between no two loads
  __device__ static void copy(Octet& to, const Octet& from) {
#pragma unroll
    for (unsigned j = 0; j < lane_cols / 2; ++j) to.pair[j] = from.pair[j];
  }
};

struct aliasing {
  static constexpr unsigned rows_at_once = 1;
  __device__ static void copy(Octet& to, const Octet& from) { to = from; }
};

}  // namespace naive

template <class Way, class Arm>
__global__ void __launch_bounds__(block_threads, 6)
    naive_kernel(const __grid_constant__ Mxfp8Params<fusion::plain> params) {
  __shared__ RowScales row_scales;
  unsigned char* const stage = warp_stage<Arm, tile_bytes>();
  const TilePlace place = tile_place(params.rows, params.cols);
#pragma unroll
  for (unsigned first = 0; first < stage_steps; first += Way::rows_at_once) {
    Octet loaded[Way::rows_at_once];
#pragma unroll
    for (unsigned i = 0; i < Way::rows_at_once; ++i) {
      loaded[i] = octet(params.in[0], place, (first + i) * lanes_down + lane_y());
    }
#pragma unroll
    for (unsigned i = 0; i < Way::rows_at_once; ++i) {
      Way::copy(octet_of_stage(stage, (first + i) * lanes_down + lane_y()), loaded[i]);
    }
  }
  __syncwarp();
  LaneTile elements;
#pragma unroll
  for (unsigned i = 0; i < lane_rows; ++i) {
    Way::copy(elements.row[i], octet_of_stage(stage, lane_y() * lane_rows + i));
  }
  __syncwarp();

  const Exponents exponents = row_exponents<Format>(elements);
  const Factors of_row = factors(exponents);
  put(row_scales, exponents);
  const CodesOutput<true> out(stage, output_tile(params.row[0], place));
#pragma unroll
  for (unsigned i = 0; i < lane_rows; ++i) out.put(i, encode(elements.row[i], repeated(of_row, i)));
  __syncwarp();
  out.flush();
  __syncthreads();
  store(row_scales, params.row_scales[0], place);
}

}  // namespace warpmark::quantize
