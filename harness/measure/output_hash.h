// A hash of what a kernel wrote, computed where it lies. It is part of a baseline: one changed bit of a result is a
// verdict of its own.
#pragma once

#include <cuda_runtime.h>
#include <warpmark/output_span.h>

#include <cstdint>
#include <vector>

namespace warpmark {

/// 48 bits, exact in a double. Defined over the outputs' bytes of data, in order, as if there were no padding: with
/// w(i) the i-th little-endian 64-bit word of an output, the last one filled up with zeros,
///   h = sum over i of mix_bits(w(i) + (i + 1) * 0x9e3779b97f4a7c15)   (mod 2^64),
/// h and the count of data bytes of each output are chained by mix_bits, and the top 48 bits are the hash. The sum is
/// free of order, hence exact and the same for any launch shape; the position is in every term, hence no permutation
/// hides.
class OutputHasher {
 public:
  OutputHasher();
  ~OutputHasher();
  OutputHasher(const OutputHasher&) = delete;
  OutputHasher& operator=(const OutputHasher&) = delete;

  /// Synchronises `stream`. Throws CudaError.
  std::uint64_t hash(const std::vector<OutputSpan>& outputs, cudaStream_t stream);

  /// The `h` of each output: tells which of them changed. Synchronises `stream`. Throws CudaError.
  std::vector<std::uint64_t> sums(const std::vector<OutputSpan>& outputs, cudaStream_t stream);

 private:
  std::uint64_t sum(const OutputSpan& output, cudaStream_t stream);

  std::uint64_t* sum_ = nullptr;  // on the device
};

/// The hash of outputs whose sums are known.
std::uint64_t hash_of(const std::vector<OutputSpan>& outputs, const std::vector<std::uint64_t>& sums);

/// The same hash of host memory: the reference in tests, and how to hash elsewhere.
std::uint64_t hash_on_host(const std::vector<OutputSpan>& outputs);

}  // namespace warpmark
