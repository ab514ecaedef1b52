#include "kernels/quantize/fp8_gated.cuh"
#include "kernels/quantize/inputs.cuh"
#include "kernels/quantize/launch.cuh"

namespace warpmark::quantize {

template <class Fusion, class Arm>
void fp8_gated(const Fp8Tensors& tensors, cudaStream_t stream) {
  require_sizes(tensors.rows, tensors.cols, 1, 32);
  require_inputs<Fusion>(tensors);
  require_pointer(tensors.scale, "scale");
  require_pointer(tensors.out, "out");
  require_pointer(tensors.amax, "amax");
  require_pointer(tensors.scale_inverse, "scale_inverse");

  Fp8Params<Fusion> params{};
  params.rows = static_cast<unsigned>(tensors.rows);
  params.cols = static_cast<unsigned>(tensors.cols);
  set_inputs<Fusion>(params.in, tensors);
  for (unsigned o = 0; o < Fusion::outputs; ++o) {
    params.out[o] = {tensors.out + o * tensors.cols, Fusion::outputs * params.cols};
  }
  params.scale = tensors.scale;
  params.amax_bits = reinterpret_cast<std::uint32_t*>(tensors.amax);
  params.scale_inverse = tensors.scale_inverse;
  constexpr unsigned dynamic_bytes = std::is_same_v<Arm, arm::direct> ? 0 : shared_bytes(Fusion::inputs * tile_bytes);
  cudaMemsetAsync(tensors.amax, 0, sizeof(float), stream);
  launch(fp8_gated_kernel<Fusion, Arm>, tensors.rows, tensors.cols, tile_rows, block_cols, dynamic_bytes, stream,
         params);
}

#define WARPMARK_FP8_GATED(F, A) \
  template void fp8_gated<fusion::F, arm::A>(const Fp8Tensors& tensors, cudaStream_t stream);

WARPMARK_FP8_GATED(swiglu, direct)
WARPMARK_FP8_GATED(swiglu, broken)
WARPMARK_FP8_GATED(swiglu, fixed)
WARPMARK_FP8_GATED(geglu, direct)
WARPMARK_FP8_GATED(geglu, broken)
WARPMARK_FP8_GATED(geglu, fixed)
WARPMARK_FP8_GATED(dswiglu, broken)
WARPMARK_FP8_GATED(dswiglu, fixed)
WARPMARK_FP8_GATED(dgeglu, broken)
WARPMARK_FP8_GATED(dgeglu, fixed)

}  // namespace warpmark::quantize
