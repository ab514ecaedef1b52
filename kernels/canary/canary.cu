#include "kernels/canary/canary.h"

namespace warpmark::canary {

namespace {
constexpr unsigned block = 256;
constexpr std::size_t blocks_for(std::size_t threads) { return (threads + block - 1) / block; }
}  // namespace

__global__ void copy_kernel(float4* __restrict__ out, const float4* __restrict__ in, std::size_t quads) {
  const std::size_t i = std::size_t{blockIdx.x} * block + threadIdx.x;
  if (i < quads) out[i] = in[i];
}

__global__ void fma_kernel(float* __restrict__ out, const float* __restrict__ in, float factor) {
  const std::size_t i = std::size_t{blockIdx.x} * block + threadIdx.x;
  const float addend = in[i];
  float x = addend;
#pragma unroll 64
  for (unsigned step = 0; step < fma_steps; ++step) x = fmaf(x, factor, addend);
  out[i] = x;
}

void copy(float4* out, const float4* in, std::size_t quads, cudaStream_t stream) {
  copy_kernel<<<blocks_for(quads), block, 0, stream>>>(out, in, quads);
}

void fma(float* out, const float* in, std::size_t elements, cudaStream_t stream) {
  fma_kernel<<<elements / block, block, 0, stream>>>(out, in, fma_factor);
}

}  // namespace warpmark::canary
