// The two scales of NVFP4: one of the tensor in fp32, one of each 16x16 tile in E4M3. The order of operations is part
// of the definition: S/D in place of 1/(D*Sd), or x/(D*Sd) in place of x*r, changes codes.
#pragma once

#include <cfloat>
#include <cmath>

#include "kernels/quantize/e2m1.cuh"
#include "kernels/quantize/fp8.cuh"

namespace warpmark::quantize {

inline constexpr float e2m1_max = 6.0F;

struct Nvfp4TensorScale {
  float encode_by_six;  // S * fp32(1/6): a tile's largest magnitude times this is its scale
  float decode;         // Sd = 1/S
};

/// Of a tensor whose largest magnitude is `amax`. Zero and Inf yield S = 1; a NaN, like an amax so small that S
/// overflows, the largest S there is.
__host__ __device__ inline Nvfp4TensorScale nvfp4_tensor_scale(float amax) {
  float scale = std::fmin(divide(E4M3::max * e2m1_max, amax), FLT_MAX);
  if (amax == 0.0F || scale == 0.0F) scale = 1.0F;
  return {multiply(scale, 1.0F / e2m1_max), reciprocal(scale)};
}

struct Nvfp4TileScale {
  std::uint8_t code;  // D, in E4M3
  float reciprocal;   // r: an element is stored as to_e2m1(multiply(x, r))
};

/// Of a tile whose largest magnitude is `amax`. Where D rounds to 0 the tile decodes to 0 whatever its codes; r = 0
/// makes them zeros that keep their sign (NaN keeps the code of NaN).
__host__ __device__ inline Nvfp4TileScale nvfp4_tile_scale(float amax, const Nvfp4TensorScale& tensor) {
  const std::uint8_t code = to_fp8<E4M3>(std::fmin(multiply(amax, tensor.encode_by_six), FLT_MAX));
  if (code == 0U) return {code, 0.0F};
  return {code, std::fmin(reciprocal(multiply(from_fp8<E4M3>(code), tensor.decode)), FLT_MAX)};
}

}  // namespace warpmark::quantize
