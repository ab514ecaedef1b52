#include <algorithm>

#include "harness/measure/cuda_error.h"
#include "harness/measure/l2_flush.h"

namespace warpmark {

namespace {

constexpr unsigned char pattern = 0x5a;

}  // namespace

/// Loads everything. The store never happens, because no word differs from the pattern; the compiler cannot know.
__global__ void read_through_kernel(uint4* __restrict__ words, std::size_t count, unsigned expected) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  unsigned different = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    const uint4 word = words[i];
    different |= (word.x ^ expected) | (word.y ^ expected) | (word.z ^ expected) | (word.w ^ expected);
  }
  if (different != 0) words[0].x = different;
}

L2Flush::L2Flush(std::size_t l2_bytes) : bytes_(std::max(2 * l2_bytes, std::size_t{256} << 20)) {
  check_cuda(cudaMalloc(&scratch_, bytes_), "allocating the buffer that flushes the L2");
}

L2Flush::~L2Flush() { cudaFree(scratch_); }

void L2Flush::flush(cudaStream_t stream) {
  constexpr unsigned block = 512;
  constexpr unsigned blocks = 132 * 4;  // fills the largest chip
  check_cuda(cudaMemsetAsync(scratch_, pattern, bytes_, stream), "flushing the L2");
  read_through_kernel<<<blocks, block, 0, stream>>>(static_cast<uint4*>(scratch_), bytes_ / sizeof(uint4),
                                                    pattern * 0x01010101U);
  check_cuda(cudaGetLastError(), "flushing the L2");
}

void L2Flush::reset_persisting() { check_cuda(cudaCtxResetPersistingL2Cache(), "resetting persisting L2 lines"); }

}  // namespace warpmark
