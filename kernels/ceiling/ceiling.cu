#include <stdexcept>
#include <string>

#include "kernels/ceiling/ceiling.h"

namespace warpmark::ceiling {

namespace {

__device__ uint4 operator^(uint4 a, uint4 b) { return {a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w}; }
__device__ uint4 operator~(uint4 a) { return {~a.x, ~a.y, ~a.z, ~a.w}; }

}  // namespace

/// `written`: packs a thread stores. One block after the other walks through the arrays, no thread loops, and there is
/// no bound to check: sizes are whole blocks. The pointers are not __restrict__ on purpose: loads that may alias the
/// stores cannot be moved behind the first of them, so that all of a thread's loads are in flight at once.
template <unsigned streams, unsigned packs, unsigned written>
__global__ void __launch_bounds__(block_threads)
    cast_kernel(uint4* out, const uint4* in0, const uint4* in1, const uint4* in2) {
  const uint4* const in[3] = {in0, in1, in2};
  const std::size_t first_in = std::size_t{blockIdx.x} * packs * block_threads + threadIdx.x;
  const std::size_t first_out = std::size_t{blockIdx.x} * written * block_threads + threadIdx.x;

  uint4 loaded[streams][packs];
#pragma unroll
  for (unsigned k = 0; k < packs; ++k) {
#pragma unroll
    for (unsigned s = 0; s < streams; ++s) loaded[s][k] = in[s][first_in + k * block_threads];
  }
#pragma unroll
  for (unsigned j = 0; j < written; ++j) {
    uint4 fold = {};
#pragma unroll
    for (unsigned k = j % packs; k < packs; k += written) {
#pragma unroll
      for (unsigned s = 0; s < streams; ++s) fold = fold ^ loaded[s][k];
    }
    out[first_out + j * block_threads] = j < packs ? fold : ~fold;
  }
}

namespace {

template <unsigned streams, unsigned half_bytes_written, unsigned packs>
bool launched(void* out, const Inputs& in, std::size_t elements, const Mix& mix, cudaStream_t stream) {
  constexpr Mix own{streams, half_bytes_written, packs};
  static_assert(own.packs_written() > 0 && packs * half_bytes_written % 4 == 0);
  if (mix.streams != streams || mix.half_bytes_written != half_bytes_written || mix.packs != packs) return false;
  const auto pack = [&](std::size_t s) { return static_cast<const uint4*>(in[s]); };
  const auto blocks = static_cast<unsigned>(elements / own.elements_a_block());
  cast_kernel<streams, packs, own.packs_written()>
      <<<blocks, block_threads, 0, stream>>>(static_cast<uint4*>(out), pack(0), pack(1), pack(2));
  return true;
}

template <unsigned streams, unsigned half_bytes_written>
bool launched_with_any_packs(void* out, const Inputs& in, std::size_t elements, const Mix& mix, cudaStream_t stream) {
  constexpr unsigned least = Mix::least_packs(half_bytes_written);
  return launched<streams, half_bytes_written, least>(out, in, elements, mix, stream) ||
         launched<streams, half_bytes_written, 2 * least>(out, in, elements, mix, stream) ||
         launched<streams, half_bytes_written, 4 * least>(out, in, elements, mix, stream);
}

}  // namespace

void cast(void* out, const Inputs& in, std::size_t elements, const Mix& mix, cudaStream_t stream) {
  if (elements == 0 || elements % mix.elements_a_block() != 0) {
    throw std::invalid_argument(std::to_string(elements) + " elements are not whole blocks of " +
                                std::to_string(mix.elements_a_block()));
  }
  const bool is_known = launched_with_any_packs<1, 1>(out, in, elements, mix, stream) ||
                        launched_with_any_packs<1, 2>(out, in, elements, mix, stream) ||
                        launched_with_any_packs<1, 4>(out, in, elements, mix, stream) ||
                        launched_with_any_packs<2, 2>(out, in, elements, mix, stream) ||
                        launched_with_any_packs<2, 4>(out, in, elements, mix, stream) ||
                        launched_with_any_packs<3, 4>(out, in, elements, mix, stream) ||
                        launched_with_any_packs<3, 8>(out, in, elements, mix, stream);
  if (!is_known) throw std::invalid_argument("no kernel moves this mix of bytes");
}

}  // namespace warpmark::ceiling
