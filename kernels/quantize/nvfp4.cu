#include "kernels/quantize/arguments.h"
#include "kernels/quantize/launch.cuh"
#include "kernels/quantize/nvfp4.cuh"

namespace warpmark::quantize {

template <class Direction, class Arm>
void nvfp4(const Nvfp4Tensors& tensors, cudaStream_t stream) {
  require_sizes(tensors.rows, tensors.cols, mxfp8_block, mxfp8_block);
  require_pointer(tensors.x, "x");
  require_pointer(tensors.amax, "amax");
  if (along_rows<Direction>) {
    require_pointer(tensors.row, "row");
    require_pointer(tensors.row_scales, "row_scales");
  }
  if (down_columns<Direction>) {
    require_pointer(tensors.col, "col");
    require_pointer(tensors.col_scales, "col_scales");
  }
  const auto rows = static_cast<unsigned>(tensors.rows);
  const auto cols = static_cast<unsigned>(tensors.cols);
  const auto row_stride = static_cast<unsigned>(nvfp4_scales(rows, cols).stride);
  const auto col_stride = static_cast<unsigned>(nvfp4_scales(cols, rows).stride);
  const Nvfp4Params params{rows,
                           cols,
                           {tensors.x, cols},
                           tensors.amax,
                           {tensors.row, cols / 2},
                           {tensors.row_scales, row_stride},
                           {tensors.col, rows / 2},
                           {tensors.col_scales, col_stride}};
  using Grid = WarpGrid<Direction>;
  launch(nvfp4_kernel<Direction, Arm>, rows, cols, Grid::rows, Grid::cols, shared_bytes(nvfp4_stage_bytes), stream,
         params, Grid::panel_across);
}

#define WARPMARK_NVFP4(D)                                                                     \
  template void nvfp4<dir::D, arm::broken>(const Nvfp4Tensors& tensors, cudaStream_t stream); \
  template void nvfp4<dir::D, arm::fixed>(const Nvfp4Tensors& tensors, cudaStream_t stream);

WARPMARK_NVFP4(row)
WARPMARK_NVFP4(col)
WARPMARK_NVFP4(both)

}  // namespace warpmark::quantize
