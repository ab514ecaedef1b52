// Scales on their way to memory. A warp has a few of a line at a time; a thread block gathers them to longer pieces,
// because the L2 takes a write of one byte for as much work as one of 32.
#pragma once

#include "kernels/quantize/tile.cuh"

namespace warpmark::quantize {

/// A thread block's scales of `lines` lines, in shared memory. Lines are rows, or columns where those are lines.
template <unsigned lines, unsigned bytes>
struct alignas(16) ScaleLines {
  static_assert(bytes == 4 || bytes == 8 || bytes == 16);
  using Piece = std::conditional_t<bytes == 4, std::uint32_t, std::conditional_t<bytes == 8, uint2, uint4>>;

  std::uint8_t of[lines][bytes];

  /// By the whole thread block, once every warp has put its own: the first lines_held lines and bytes_held of each.
  __device__ void store(std::uint8_t* to, unsigned pitch, unsigned lines_held, unsigned bytes_held) const {
    for (unsigned line = threadIdx.x; line < min(lines, lines_held); line += block_threads) {
      std::uint8_t* const target = to + std::size_t{line} * pitch;
      if (bytes_held >= bytes && reinterpret_cast<std::uintptr_t>(target) % bytes == 0) {
        *reinterpret_cast<Piece*>(target) = reinterpret_cast<const Piece&>(of[line]);
      } else {
        for (unsigned k = 0; k < min(bytes, bytes_held); ++k) target[k] = of[line][k];
      }
    }
  }
};

}  // namespace warpmark::quantize
