// The kernels of this project, as others call them. Counts are multiples of 4, pointers aligned to 16 bytes.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace consumer {

/// out[i] = factor * in[i].
void scale(float* out, const float* in, float factor, std::size_t count, cudaStream_t stream);

/// out[i] = a[i] + b[i].
void add(float* out, const float* a, const float* b, std::size_t count, cudaStream_t stream);

}  // namespace consumer
