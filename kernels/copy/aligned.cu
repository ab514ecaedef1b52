#include "kernels/copy/quads.cuh"

namespace warpmark::copy {

__global__ void aligned_kernel(Aligned* __restrict__ out, const Aligned* __restrict__ in, std::size_t quads) {
  copy_quad(out, in, quads);
}

void aligned(float* out, const float* in, std::size_t elements, cudaStream_t stream) {
  quads_and_tail(aligned_kernel, out, in, elements, stream);
}

}  // namespace warpmark::copy
