// out[i] = in[i] for float arrays, three ways: the kernels of Mojo's GPU puzzle 35. They move the same bytes and differ
// in the width of one thread's accesses only, which is what their machine code and their time must show.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace warpmark::copy {

/// Every launcher: `in` and `out` hold `elements` floats, do not overlap, and start on a multiple of 16 bytes. Any
/// number of elements from 1 up, tails included. Asynchronous on `stream`; the caller checks cudaGetLastError.
using Launch = void (*)(float* out, const float* in, std::size_t elements, cudaStream_t stream);

/// One float a thread: one 32-bit load and store.
void scalar(float* out, const float* in, std::size_t elements, cudaStream_t stream);

/// Four floats a thread through pointers that promise 4-byte alignment only: four 32-bit loads and stores.
void unaligned(float* out, const float* in, std::size_t elements, cudaStream_t stream);

/// Four floats a thread through pointers that promise 16-byte alignment: one 128-bit load and store.
void aligned(float* out, const float* in, std::size_t elements, cudaStream_t stream);

}  // namespace warpmark::copy
