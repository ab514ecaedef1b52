// Kernels whose accesses can be counted by hand. Each warp of each of them executes every access once.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace warpmark::test {

/// Every launcher: `count` a multiple of 4096, `in` and `out` hold so many floats, aligned to 16 bytes.
using Counted = void (*)(float* out, const float* in, std::size_t count, cudaStream_t stream);

/// A 32-bit load and store a thread.
void copy_narrow(float* out, const float* in, std::size_t count, cudaStream_t stream);

/// A 128-bit load and store a thread.
void copy_wide(float* out, const float* in, std::size_t count, cudaStream_t stream);

/// copy_narrow by way of shared memory: a store and a load more.
void copy_by_shared(float* out, const float* in, std::size_t count, cudaStream_t stream);

/// The same with a shared base aligned through an integer, which hides from the compiler that it is shared: a generic
/// store and load instead.
void copy_by_generic(float* out, const float* in, std::size_t count, cudaStream_t stream);

/// The same by way of local memory.
void copy_by_local(float* out, const float* in, std::size_t count, cudaStream_t stream);

/// copy_narrow that loads 128 bytes apart within a warp: 32 sectors a request.
void copy_strided(float* out, const float* in, std::size_t count, cudaStream_t stream);

/// copy_narrow and then copy_wide: two kernels.
void copy_twice(float* out, const float* in, std::size_t count, cudaStream_t stream);

/// 128-bit loads only.
void read_wide(float* out, const float* in, std::size_t count, cudaStream_t stream);

}  // namespace warpmark::test
