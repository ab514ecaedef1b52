// Triad's launcher, apart from its kernel, so that a test can link another kernel of that name in its place. The kernel
// is not declared here but found where the launcher is instantiated, by triad_kernel_of(P*, T): nvcc believes the first
// declaration's __restrict__.
#pragma once

#include "kernels/stream/access.cuh"

namespace warpmark::stream {

template <class T, std::size_t access_bytes>
void triad(T* a, const T* b, const T* c, T s, std::size_t elements, unsigned block, cudaStream_t stream,
           unsigned cluster) {
  using P = Pack<T, access_bytes>;
  packs_and_tail<P>(
      elements,
      [&](std::size_t packs) {
        cudaLaunchAttribute dimension = {};
        dimension.id = cudaLaunchAttributeClusterDimension;
        dimension.val.clusterDim.x = cluster;
        dimension.val.clusterDim.y = 1;
        dimension.val.clusterDim.z = 1;
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(blocks_for(packs, block * cluster) * cluster);  // those past the end find nothing to do
        config.blockDim = dim3(block);
        config.stream = stream;
        config.attrs = &dimension;
        config.numAttrs = cluster > 1 ? 1 : 0;
        cudaLaunchKernelEx(&config, triad_kernel_of(static_cast<P*>(nullptr), s), reinterpret_cast<P*>(a),
                           reinterpret_cast<const P*>(b), reinterpret_cast<const P*>(c), s, packs);
      },
      [&](std::size_t first, std::size_t count) {
        triad<T, sizeof(T)>(a + first, b + first, c + first, s, count, block, stream, 1);
      });
}

}  // namespace warpmark::stream
