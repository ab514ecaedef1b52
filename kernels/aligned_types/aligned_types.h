// out[i] = in[i] for arrays of structures (types.h), an element a thread and step of a loop that strides by the grid,
// as NVIDIA's sample alignedTypes does it: what the structure's alignment promises is all that differs between two
// types.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "kernels/aligned_types/types.h"

namespace warpmark::aligned_types {

inline constexpr unsigned block = 256;

/// The grid of the sample, whatever the size: half of a large chip at an eighth of its occupancy. Each thread has one
/// element in flight, so this measures latency by the bytes that an access carries, and not bandwidth.
inline constexpr unsigned sample_blocks = 64;

/// The grid that fills any chip: one thread an element. As many as a launch allows; the loop does the rest.
constexpr unsigned full_blocks(std::size_t elements) {
  constexpr std::size_t most = (std::size_t{1} << 31) - 1;
  return static_cast<unsigned>(std::min((elements + block - 1) / block, most));
}

/// `in` and `out` hold `elements` T, do not overlap, and start on a multiple of 256 bytes. Any number of elements from
/// 1 up, any number of `blocks` from 1 up. Padding of `out` may change or stay. Asynchronous on `stream`; the caller
/// checks cudaGetLastError. Instantiated for every type of types.h.
template <class T>
void copy(T* out, const T* in, std::size_t elements, unsigned blocks, cudaStream_t stream);

/// The structure of arrays: elements of three 32-bit lanes, lane k of element i at [k * elements + i]. Otherwise as
/// copy.
void copy_planes(std::uint32_t* out, const std::uint32_t* in, std::size_t elements, unsigned blocks,
                 cudaStream_t stream);

}  // namespace warpmark::aligned_types
