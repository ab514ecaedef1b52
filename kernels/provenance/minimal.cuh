// The kernel and its launcher, apart from how an arm aligns its base, so that the arms cannot differ in anything else
// and a test can link other arms in place of the product's.
#pragma once

#include "kernels/provenance/provenance.h"

namespace warpmark::provenance {

inline constexpr unsigned block = 256;
inline constexpr unsigned quads_a_thread = 4;
inline constexpr unsigned tile_quads = block * quads_a_thread;
static_assert(tile_quads * quad_elements == tile_elements);

inline constexpr std::size_t base_alignment = 128;

/// What one access moves.
struct alignas(16) Quad {
  float lane[quad_elements];
};

/// The first multiple of base_alignment in `shared`; the arms specialize it.
template <class Arm>
__device__ Quad* aligned_base(unsigned char* shared);

/// Loads are batched into registers before any store: a generic store might change global memory, so that the compiler
/// would otherwise order the arms' loads differently.
template <class Arm>
__global__ void __launch_bounds__(block)
    minimal_kernel(Quad* __restrict__ out, const Quad* __restrict__ in, std::size_t quads) {
  extern __shared__ __align__(sizeof(Quad)) unsigned char shared[];
  Quad* const tile = aligned_base<Arm>(shared);
  const std::size_t first = std::size_t{blockIdx.x} * tile_quads;
  const unsigned count = quads - first < tile_quads ? static_cast<unsigned>(quads - first) : tile_quads;

  Quad moved[quads_a_thread] = {};
#pragma unroll
  for (unsigned u = 0; u < quads_a_thread; ++u) {
    const unsigned q = u * block + threadIdx.x;
    if (q < count) moved[u] = in[first + q];
  }
#pragma unroll
  for (unsigned u = 0; u < quads_a_thread; ++u) {
    const unsigned q = u * block + threadIdx.x;
    if (q < count) tile[q] = moved[u];
  }
  __syncthreads();
#pragma unroll
  for (unsigned u = 0; u < quads_a_thread; ++u) {
    const unsigned q = u * block + threadIdx.x;
    if (q < count) moved[u] = tile[count - 1 - q];
  }
#pragma unroll
  for (unsigned u = 0; u < quads_a_thread; ++u) {
    const unsigned q = u * block + threadIdx.x;
    if (q < count) out[first + q] = moved[u];
  }
}

template <class Arm>
void minimal(float* out, const float* in, std::size_t elements, cudaStream_t stream) {
  const std::size_t quads = elements / quad_elements;
  const auto blocks = static_cast<unsigned>((quads + tile_quads - 1) / tile_quads);
  constexpr std::size_t shared_bytes = tile_quads * sizeof(Quad) + base_alignment;
  minimal_kernel<Arm>
      <<<blocks, block, shared_bytes, stream>>>(reinterpret_cast<Quad*>(out), reinterpret_cast<const Quad*>(in), quads);
}

}  // namespace warpmark::provenance
