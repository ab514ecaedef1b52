// Makes the L2 forget: cold samples begin with nothing of theirs in cache.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace warpmark {

/// Overwrites a scratch buffer of at least twice the L2 and 256 MiB, then reads it through. Once the L2 just suffices
/// on an H200 (a 4 MiB read then fetched 4,194,816 bytes from DRAM); twice is the margin for other replacement
/// policies.
///
/// The read leaves the L2 clean. Without it the measured kernel would pay for writing back up to an L2 of the flush's
/// own dirty lines: on an H200 1.9 % of a 2 GiB read, 10 % of a copy of 16 Mi floats, 16 % of one of 1 Mi. A read of
/// only twice the L2 leaves enough of them to cost kernels under 100 us 0.3 %.
class L2Flush {
 public:
  /// Throws CudaError when the scratch buffer cannot be had.
  explicit L2Flush(std::size_t l2_bytes);
  ~L2Flush();
  L2Flush(const L2Flush&) = delete;
  L2Flush& operator=(const L2Flush&) = delete;

  void flush(cudaStream_t stream);

  /// Lines that a workload marked as persisting survive any flush until this. Synchronises with the host only.
  static void reset_persisting();

 private:
  void* scratch_ = nullptr;
  std::size_t bytes_;
};

}  // namespace warpmark
