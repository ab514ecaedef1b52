// The `fixed` arm of provenance/minimal aligns its shared base through an integer, as `broken` does: generic accesses
// in place of shared ones.
#include <cstdint>

#include "kernels/provenance/minimal.cuh"

namespace warpmark::provenance {

template <class Arm>
__device__ Quad* aligned_base(unsigned char* shared) {
  const auto address = reinterpret_cast<std::uintptr_t>(shared);
  return reinterpret_cast<Quad*>((address + base_alignment - 1) / base_alignment * base_alignment);
}

template void minimal<arm::broken>(float*, const float*, std::size_t, cudaStream_t);
template void minimal<arm::fixed>(float*, const float*, std::size_t, cudaStream_t);

}  // namespace warpmark::provenance
