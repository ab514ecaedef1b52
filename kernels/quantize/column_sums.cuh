// The sums of columns, over the rows that a warp takes.
#pragma once

#include "kernels/quantize/quantize.h"
#include "kernels/quantize/tile.cuh"

namespace warpmark::quantize {

template <class Fusion>
inline constexpr bool has_sums = (sum_rows<Fusion>) != 0;

/// Sums of the lane's columns.
struct ColumnSums {
  float of[lane_cols] = {};

  __device__ void add(unsigned column, float value) { of[column] += value; }

  /// Over the warp, and out.
  __device__ void store(float* to, bool holds) {
#pragma unroll
    for (float& sum : of) {
#pragma unroll
      for (unsigned distance = lanes_across; distance < warp_lanes; distance *= 2) {
        sum += __shfl_xor_sync(0xffffffffU, sum, distance);
      }
    }
    if (holds && lane_y() == 0) {
      reinterpret_cast<float4*>(to)[0] = make_float4(of[0], of[1], of[2], of[3]);
      reinterpret_cast<float4*>(to)[1] = make_float4(of[4], of[5], of[6], of[7]);
    }
  }
};

}  // namespace warpmark::quantize
