#include "kernels/provenance/align.cuh"
#include "kernels/provenance/minimal.cuh"

namespace warpmark::provenance {

template <class Arm>
__device__ Quad* aligned_base(unsigned char* shared) {
  return reinterpret_cast<Quad*>(align<Arm, base_alignment>(shared));
}

template void minimal<arm::broken>(float*, const float*, std::size_t, cudaStream_t);
template void minimal<arm::fixed>(float*, const float*, std::size_t, cudaStream_t);

}  // namespace warpmark::provenance
