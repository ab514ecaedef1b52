#include "scale.h"

namespace {

// Four floats are one access of 16 bytes, which baselines/codegen/expectations.yaml demands: make them four accesses,
// and ctest -L perf is red on any machine.
__global__ void scale_kernel(float4* out, const float4* in, float factor, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float4 x = in[i];
  out[i] = {factor * x.x, factor * x.y, factor * x.z, factor * x.w};
}

}  // namespace

void scale(float* out, const float* in, float factor, std::size_t count, cudaStream_t stream) {
  constexpr unsigned threads = 256;
  const std::size_t quads = count / 4;
  const auto blocks = static_cast<unsigned>((quads + threads - 1) / threads);
  scale_kernel<<<blocks, threads, 0, stream>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in),
                                               factor, quads);
}
