// Kernels that show what they did, for calls of every kind.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace warpmark::test {

/// out[i] = value.
void set_all(int* out, std::size_t count, int value, cudaStream_t stream);

/// out[i] += 1: a result that depends on how often it is called.
void add_one(int* out, std::size_t count, cudaStream_t stream);

/// A cooperative launch: out[i] = the sum of what all blocks first wrote, 1 each; `blocks` of them at most as many as
/// fit on the GPU at once.
void count_blocks(int* out, int* scratch, unsigned blocks, cudaStream_t stream);

/// More threads in a block than any GPU has: leaves an error behind that nobody asked for.
void launch_impossibly(int* out, cudaStream_t stream);

}  // namespace warpmark::test
