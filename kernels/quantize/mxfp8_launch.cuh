// The launcher of the MXFP8 cast. A file a fusion instantiates it, so that they compile side by side.
#pragma once

#include "kernels/quantize/inputs.cuh"
#include "kernels/quantize/launch.cuh"
#include "kernels/quantize/mxfp8.cuh"

namespace warpmark::quantize {

template <class Fusion, class Direction>
void require_mxfp8(const Mxfp8Tensors& tensors) {
  constexpr bool plain_rows = std::is_same_v<Fusion, fusion::plain> && std::is_same_v<Direction, dir::row>;
  require_sizes(tensors.rows, tensors.cols, 1, plain_rows ? 128 : Fusion::gated ? 32 : 16);
  require_inputs<Fusion>(tensors);
  if (along_rows<Direction>) {
    require_pointer(tensors.row, "row");
    require_pointer(tensors.row_scales, "row_scales");
  }
  if (down_columns<Direction>) {
    require_pointer(tensors.col, "col");
    require_pointer(tensors.col_scales, "col_scales");
  }
  if (sum_rows < Fusion >> 0) require_pointer(tensors.partial_sums, "partial_sums");
}

/// Throws as mxfp8 does.
template <class Fusion, class Direction>
Mxfp8Params<Fusion> mxfp8_params(const Mxfp8Tensors& tensors) {
  require_mxfp8<Fusion, Direction>(tensors);
  const std::size_t out_cols = tensors.cols * Fusion::outputs;
  const auto row_stride = static_cast<unsigned>(mxfp8_row_scales(tensors.rows, out_cols).stride);
  const auto col_stride = static_cast<unsigned>(mxfp8_col_scales(tensors.rows, out_cols).stride);

  Mxfp8Params<Fusion> params{};
  params.rows = static_cast<unsigned>(tensors.rows);
  params.cols = static_cast<unsigned>(tensors.cols);
  set_inputs<Fusion>(params.in, tensors);
  for (unsigned o = 0; o < Fusion::outputs; ++o) {
    const std::size_t first = o * tensors.cols;
    params.row[o] = {tensors.row + first, static_cast<unsigned>(out_cols)};
    params.row_scales[o] = {tensors.row_scales + first / mxfp8_block, row_stride};
    params.col[o] = {tensors.col + first, static_cast<unsigned>(out_cols)};
    params.col_scales[o] = {tensors.col_scales + first, col_stride};
  }
  params.partial_sums = tensors.partial_sums;
  return params;
}

template <class Fusion, class Direction, class Arm>
void mxfp8(const Mxfp8Tensors& tensors, cudaStream_t stream) {
  const auto params = mxfp8_params<Fusion, Direction>(tensors);
  constexpr unsigned dynamic_bytes =
      is_staged<Fusion, Direction, Arm> ? shared_bytes(mxfp8_stage_bytes<Fusion, Direction>) : 0;
  launch(mxfp8_kernel<Fusion, Direction, Arm>, tensors.rows, tensors.cols, tiles_down<Fusion> * tile_rows, block_cols,
         dynamic_bytes, stream, params);
}

}  // namespace warpmark::quantize

#define WARPMARK_MXFP8_ARM(F, D, A) \
  template void mxfp8<fusion::F, dir::D, arm::A>(const Mxfp8Tensors& tensors, cudaStream_t stream);

#define WARPMARK_MXFP8_PAIR(F, D)  \
  WARPMARK_MXFP8_ARM(F, D, broken) \
  WARPMARK_MXFP8_ARM(F, D, fixed)

/// Instantiates the provenance arms of a fusion in every direction.
#define WARPMARK_MXFP8_PAIRS(F) \
  WARPMARK_MXFP8_PAIR(F, row)   \
  WARPMARK_MXFP8_PAIR(F, col)   \
  WARPMARK_MXFP8_PAIR(F, both)
