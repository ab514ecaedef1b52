// How the casts are launched.
#pragma once

#include "kernels/quantize/arguments.h"
#include "kernels/quantize/tile.cuh"

namespace warpmark::quantize {

/// How many thread blocks may stand side by side.
inline constexpr unsigned any_across = ~0U;

/// Launches a kernel of block_threads threads to cover rows x cols by block_rows x block_cols each. Where they would
/// stand more than `most_across` side by side, in panels one after the other (blockIdx.z), the last of which may have
/// thread blocks beyond the matrix. Dynamic shared memory may be more than the 48 KiB that need no leave; a device
/// without so much of it fails the launch: see cudaGetLastError.
template <class Params>
void launch(void (*kernel)(Params), std::size_t rows, std::size_t cols, std::size_t block_rows,
            std::size_t cols_a_block, unsigned dynamic_bytes, cudaStream_t stream, const Params& params,
            unsigned most_across = any_across) {
  constexpr std::size_t most_down = 65535;
  const std::size_t across = (cols + cols_a_block - 1) / cols_a_block;
  const std::size_t down = (rows + block_rows - 1) / block_rows;
  require(down <= most_down, "rows", std::to_string(rows) + " is more than " + std::to_string(most_down * block_rows));
  constexpr unsigned without_leave = 48U << 10;
  if (dynamic_bytes > without_leave) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(dynamic_bytes));
  }
  const std::size_t panels = (across + most_across - 1) / most_across;
  const std::size_t panel_across = (across + panels - 1) / panels;
  const dim3 grid(static_cast<unsigned>(panel_across), static_cast<unsigned>(down), static_cast<unsigned>(panels));
  kernel<<<grid, block_threads, dynamic_bytes, stream>>>(params);
}

}  // namespace warpmark::quantize
