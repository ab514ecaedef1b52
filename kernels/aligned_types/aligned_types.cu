#include "kernels/aligned_types/aligned_types.h"

namespace warpmark::aligned_types {

namespace {

__device__ std::size_t my_first() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t grid_stride() { return std::size_t{gridDim.x} * blockDim.x; }

}  // namespace

// Neither loop is unrolled: the kernel's machine code is then that of one element, and each thread has one element in
// flight, as in the sample, whose pointers may alias and keep its loads behind the stores before them. The full grid
// runs the loop once.

template <class T>
__global__ void copy_kernel(T* __restrict__ out, const T* __restrict__ in, std::size_t elements) {
#pragma unroll 1
  for (std::size_t i = my_first(); i < elements; i += grid_stride()) out[i] = in[i];
}

template <class Lane, unsigned lanes>
__global__ void copy_planes_kernel(Lane* __restrict__ out, const Lane* __restrict__ in, std::size_t elements) {
#pragma unroll 1
  for (std::size_t i = my_first(); i < elements; i += grid_stride()) {
#pragma unroll
    for (unsigned lane = 0; lane < lanes; ++lane) out[lane * elements + i] = in[lane * elements + i];
  }
}

template <class T>
void copy(T* out, const T* in, std::size_t elements, unsigned blocks, cudaStream_t stream) {
  static_assert(Copyable<T>, "an element is at most 256 bytes, and trivial to copy");
  copy_kernel<<<blocks, block, 0, stream>>>(out, in, elements);
}

void copy_planes(std::uint32_t* out, const std::uint32_t* in, std::size_t elements, unsigned blocks,
                 cudaStream_t stream) {
  copy_planes_kernel<std::uint32_t, 3><<<blocks, block, 0, stream>>>(out, in, elements);
}

template void copy(UInt8*, const UInt8*, std::size_t, unsigned, cudaStream_t);
template void copy(UInt16*, const UInt16*, std::size_t, unsigned, cudaStream_t);
template void copy(RGBA8Misaligned*, const RGBA8Misaligned*, std::size_t, unsigned, cudaStream_t);
template void copy(LA32Misaligned*, const LA32Misaligned*, std::size_t, unsigned, cudaStream_t);
template void copy(RGB32Misaligned*, const RGB32Misaligned*, std::size_t, unsigned, cudaStream_t);
template void copy(RGBA32Misaligned*, const RGBA32Misaligned*, std::size_t, unsigned, cudaStream_t);
template void copy(RGBA8*, const RGBA8*, std::size_t, unsigned, cudaStream_t);
template void copy(I32*, const I32*, std::size_t, unsigned, cudaStream_t);
template void copy(LA32*, const LA32*, std::size_t, unsigned, cudaStream_t);
template void copy(RGB32*, const RGB32*, std::size_t, unsigned, cudaStream_t);
template void copy(RGBA32*, const RGBA32*, std::size_t, unsigned, cudaStream_t);
template void copy(RGBA32x2*, const RGBA32x2*, std::size_t, unsigned, cudaStream_t);
template void copy(RGBA32x2Aligned32*, const RGBA32x2Aligned32*, std::size_t, unsigned, cudaStream_t);

}  // namespace warpmark::aligned_types
