#include <cstdint>

#include "kernels/provenance/minimal.cuh"

namespace warpmark::provenance {

template <>
__device__ Quad* aligned_base<arm::broken>(unsigned char* shared) {
  const auto address = reinterpret_cast<std::uintptr_t>(shared);
  return reinterpret_cast<Quad*>((address + base_alignment - 1) / base_alignment * base_alignment);
}

template <>
__device__ Quad* aligned_base<arm::fixed>(unsigned char* shared) {
  const auto address = reinterpret_cast<std::uintptr_t>(shared);
  return reinterpret_cast<Quad*>(shared + (base_alignment - address % base_alignment) % base_alignment);
}

template void minimal<arm::broken>(float*, const float*, std::size_t, cudaStream_t);
template void minimal<arm::fixed>(float*, const float*, std::size_t, cudaStream_t);

}  // namespace warpmark::provenance
