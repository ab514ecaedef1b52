// The smallest kernel pair that differs in the provenance of a pointer. A kernel wants its dynamic shared memory on a
// multiple of 128 bytes and aligns the base itself. Through an integer, the compiler forgets that the result points to
// shared memory and emits generic loads and stores, which find out at run time; by pointer arithmetic it remembers, and
// emits shared ones. Seen in NVIDIA's TransformerEngine, https://github.com/NVIDIA/TransformerEngine/pull/3291.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

namespace warpmark::provenance {

/// How the kernel aligns its base. Types, and not enumerators, so that kernel names in machine code show them.
namespace arm {
struct broken;  // NOLINT(readability-identifier-naming): spelled as the axis is
struct fixed;   // NOLINT(readability-identifier-naming)
}  // namespace arm

/// Floats that one block moves at once, and that one tile holds of them.
inline constexpr std::size_t quad_elements = 4;
inline constexpr std::size_t tile_elements = 1024 * quad_elements;

/// out = in with the order of the quads reversed within each tile, through shared memory; the last tile may be shorter.
/// `in` and `out` hold `elements` floats, a multiple of 4 from 4 up, do not overlap, and start on a multiple of 16
/// bytes. Asynchronous on `stream`; the caller checks cudaGetLastError. Instantiated for both arms.
template <class Arm>
void minimal(float* out, const float* in, std::size_t elements, cudaStream_t stream);

/// The element of `in` that `minimal` moves to element i of `out`.
constexpr std::size_t minimal_source(std::size_t i, std::size_t elements) {
  const std::size_t first = i / tile_elements * tile_elements;
  const std::size_t end = std::min(first + tile_elements, elements);
  const std::size_t quad = i / quad_elements * quad_elements;
  return first + (end - quad_elements - quad) + i % quad_elements;
}

}  // namespace warpmark::provenance
