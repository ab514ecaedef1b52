// How the STREAM kernels walk an array: packs of one access each, one pack a thread.
#pragma once

#include <cstddef>

#include "kernels/stream/stream.h"

namespace warpmark::stream {

/// What one access moves: `access_bytes` of T, aligned so that it is a single instruction.
template <class T, std::size_t access_bytes>
struct alignas(access_bytes) Pack {
  static constexpr std::size_t lanes = access_bytes / sizeof(T);
  T lane[lanes];
};

/// The pack of this thread.
__device__ inline std::size_t my_pack() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }

inline unsigned blocks_for(std::size_t threads, unsigned block) {
  return static_cast<unsigned>((threads + block - 1) / block);
}

/// Splits `elements` into whole packs and a tail of less than one: calls `wide(packs)` and, if there is a tail,
/// `narrow(first, count)`, which launches the same kernel with one element a pack, so that the wide kernel holds no
/// narrow access.
template <class P, class Wide, class Narrow>
void packs_and_tail(std::size_t elements, Wide wide, Narrow narrow) {
  const std::size_t packs = elements / P::lanes;
  const std::size_t done = packs * P::lanes;
  if (packs > 0) wide(packs);
  if (done < elements) narrow(done, elements - done);
}

}  // namespace warpmark::stream

/// Instantiates the launcher template F for every element type and access width of the family.
#define WARPMARK_STREAM_INSTANTIATE(F) \
  F(float, 4)                          \
  F(float, 8)                          \
  F(float, 16)                         \
  F(double, 8)                         \
  F(double, 16)                        \
  F(__nv_bfloat16, 2)                  \
  F(__nv_bfloat16, 4)                  \
  F(__nv_bfloat16, 8)                  \
  F(__nv_bfloat16, 16)
