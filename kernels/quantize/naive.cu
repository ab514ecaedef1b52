#include "kernels/quantize/mxfp8_launch.cuh"
#include "kernels/quantize/naive.cuh"

namespace warpmark::quantize {

template <class Way, class Arm>
void mxfp8_naive(const Mxfp8Tensors& tensors, cudaStream_t stream) {
  const auto params = mxfp8_params<fusion::plain, dir::row>(tensors);
  launch(naive_kernel<Way, Arm>, tensors.rows, tensors.cols, tile_rows, block_cols, shared_bytes(tile_bytes), stream,
         params);
}

template void mxfp8_naive<naive::scalar, arm::broken>(const Mxfp8Tensors& tensors, cudaStream_t stream);
template void mxfp8_naive<naive::scalar, arm::fixed>(const Mxfp8Tensors& tensors, cudaStream_t stream);
template void mxfp8_naive<naive::aliasing, arm::broken>(const Mxfp8Tensors& tensors, cudaStream_t stream);
template void mxfp8_naive<naive::aliasing, arm::fixed>(const Mxfp8Tensors& tensors, cudaStream_t stream);

}  // namespace warpmark::quantize
