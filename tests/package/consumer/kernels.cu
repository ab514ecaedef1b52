#include "kernels.h"

namespace consumer {
namespace {

constexpr unsigned threads = 256;

unsigned blocks_for(std::size_t quads) {
#ifdef CONSUMER_SLOWED
  return quads > 0 ? 16 : 0;  // leaves most of the GPU idle; the kernels' code is the same
#else
  return static_cast<unsigned>((quads + threads - 1) / threads);
#endif
}

__device__ std::size_t first() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t step() { return std::size_t{gridDim.x} * blockDim.x; }

__global__ void scale_kernel(float4* out, const float4* in, float factor, std::size_t quads) {
#pragma unroll 1
  for (std::size_t i = first(); i < quads; i += step()) {
    const float4 x = in[i];
    out[i] = {factor * x.x, factor * x.y, factor * x.z, factor * x.w};
  }
}

__global__ void add_kernel(float4* out, const float4* a, const float4* b, std::size_t quads) {
  const std::size_t i = first();
  if (i >= quads) return;
  const float4 x = a[i];
  const float4 y = b[i];
  out[i] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
}

}  // namespace

void scale(float* out, const float* in, float factor, std::size_t count, cudaStream_t stream) {
  scale_kernel<<<blocks_for(count / 4), threads, 0, stream>>>(reinterpret_cast<float4*>(out),
                                                              reinterpret_cast<const float4*>(in), factor, count / 4);
}

void add(float* out, const float* a, const float* b, std::size_t count, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>((count / 4 + threads - 1) / threads);
  add_kernel<<<blocks, threads, 0, stream>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(a),
                                             reinterpret_cast<const float4*>(b), count / 4);
}

}  // namespace consumer
