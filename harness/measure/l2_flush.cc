#include "harness/measure/l2_flush.h"

#include <algorithm>

#include "harness/measure/cuda_error.h"

namespace warpmark {

L2Flush::L2Flush(std::size_t l2_bytes) : bytes_(std::max(2 * l2_bytes, std::size_t{256} << 20)) {
  check_cuda(cudaMalloc(&scratch_, bytes_), "allocating the buffer that flushes the L2");
}

L2Flush::~L2Flush() { cudaFree(scratch_); }

void L2Flush::flush(cudaStream_t stream) { check_cuda(cudaMemsetAsync(scratch_, 0x5a, bytes_, stream), "flushing the L2"); }

void L2Flush::reset_persisting() { check_cuda(cudaCtxResetPersistingL2Cache(), "resetting persisting L2 lines"); }

}  // namespace warpmark
