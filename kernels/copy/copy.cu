#include "kernels/copy/quads.cuh"

namespace warpmark::copy {

__global__ void scalar_kernel(float* __restrict__ out, const float* __restrict__ in, std::size_t elements) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < elements) out[i] = in[i];
}

__global__ void unaligned_kernel(Understated* __restrict__ out, const Understated* __restrict__ in, std::size_t quads) {
  copy_quad(out, in, quads);
}

void scalar(float* out, const float* in, std::size_t elements, cudaStream_t stream) {
  scalar_kernel<<<blocks_for(elements), block, 0, stream>>>(out, in, elements);
}

void unaligned(float* out, const float* in, std::size_t elements, cudaStream_t stream) {
  quads_and_tail(unaligned_kernel, out, in, elements, stream);
}

}  // namespace warpmark::copy
