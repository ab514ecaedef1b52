// Device arrays filled with seeded data (see seeded.h).
#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace warpmark {

/// data[i] = seeded<T>(seed, i) for i < count, asynchronously. For float, double and __nv_bfloat16.
template <class T>
void fill_seeded(T* data, std::size_t count, std::uint64_t seed, cudaStream_t stream);

}  // namespace warpmark
