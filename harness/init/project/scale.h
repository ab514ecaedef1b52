// The kernel as others call it.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

/// out[i] = factor * in[i]. Both are aligned to 16 bytes, and `count` is a multiple of 4.
void scale(float* out, const float* in, float factor, std::size_t count, cudaStream_t stream);
