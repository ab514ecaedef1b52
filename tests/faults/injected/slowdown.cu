#include "tests/faults/injected/slowdown.h"

namespace warpmark::injected {

namespace {
constexpr unsigned block = 256;
}  // namespace

__global__ void copy_kernel(float4* __restrict__ out, const float4* __restrict__ in, std::size_t quads,
                            std::size_t all) {
  const std::size_t i = std::size_t{blockIdx.x} * block + threadIdx.x;
  if (i >= all) return;
  const std::size_t place = i < quads ? i : i - quads;
  out[place] = in[place];
}

/// The extra steps come first; what they yield is used in a way that changes nothing, and that the compiler cannot see.
__global__ void fma_kernel(float* __restrict__ out, const float* __restrict__ in, unsigned steps,
                           unsigned extra_steps) {
  const std::size_t i = std::size_t{blockIdx.x} * block + threadIdx.x;
  const float addend = in[i];
  float x = addend;
#pragma unroll 1
  for (unsigned step = 0; step < extra_steps; ++step) x = fmaf(x, factor, addend);
  x = fabsf(x) < 1e30F ? addend : x;
#pragma unroll 1
  for (unsigned step = 0; step < steps; ++step) x = fmaf(x, factor, addend);
  out[i] = x;
}

void copy(float4* out, const float4* in, std::size_t quads, std::size_t extra_quads, cudaStream_t stream) {
  const std::size_t all = quads + extra_quads;
  copy_kernel<<<static_cast<unsigned>((all + block - 1) / block), block, 0, stream>>>(out, in, quads, all);
}

void fma(float* out, const float* in, std::size_t elements, unsigned steps, unsigned extra_steps, cudaStream_t stream) {
  fma_kernel<<<static_cast<unsigned>(elements / block), block, 0, stream>>>(out, in, steps, extra_steps);
}

}  // namespace warpmark::injected
