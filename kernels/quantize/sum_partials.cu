#include "kernels/quantize/arguments.h"
#include "kernels/quantize/quantize.h"

namespace warpmark::quantize {

__global__ void sum_partials_kernel(__nv_bfloat16* __restrict__ dbias, const float* __restrict__ partial_sums,
                                    unsigned count, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= cols) return;
  float sum = 0;
#pragma unroll 8
  for (unsigned i = 0; i < count; ++i) sum += partial_sums[std::size_t{i} * cols + col];
  dbias[col] = __float2bfloat16_rn(sum);
}

void sum_partials(__nv_bfloat16* dbias, const float* partial_sums, std::size_t count, std::size_t cols,
                  cudaStream_t stream) {
  require_size(count, 1, "count");
  require_size(cols, 1, "cols");
  require_pointer(dbias, "dbias");
  require_pointer(partial_sums, "partial_sums");
  constexpr unsigned block = 64;  // few columns: more thread blocks
  sum_partials_kernel<<<static_cast<unsigned>((cols + block - 1) / block), block, 0, stream>>>(
      dbias, partial_sums, static_cast<unsigned>(count), static_cast<unsigned>(cols));
}

}  // namespace warpmark::quantize
