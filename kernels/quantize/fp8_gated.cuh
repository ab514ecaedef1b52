// The gated FP8 cast with one scale for the tensor: one kernel for every fusion and arm.
#pragma once

#include "kernels/quantize/fusion.cuh"
#include "kernels/quantize/rows.cuh"

namespace warpmark::quantize {

template <class Fusion>
struct Fp8Params {
  unsigned rows, cols;
  Matrix<const __nv_bfloat16> in[Fusion::inputs];
  Matrix<std::uint8_t> out[Fusion::outputs];
  const float* scale;
  std::uint32_t* amax_bits;
  float* scale_inverse;
};

/// Magnitudes sort as their bits do. Most warps see that theirs is not the largest, and leave it at that.
__device__ inline void raise(std::uint32_t* largest_bits, float magnitude) {
  const std::uint32_t bits = __reduce_max_sync(0xffffffffU, bits_of(magnitude));
  if (lane_id() == 0 && bits > *static_cast<volatile std::uint32_t*>(largest_bits)) atomicMax(largest_bits, bits);
}

__device__ inline Codes encode(const float (&values)[lane_cols], float scale) {
  std::uint32_t pair[lane_cols / 2];
#pragma unroll
  for (unsigned j = 0; j < lane_cols / 2; ++j) {
    pair[j] = to_fp8_pair<Format>(multiply(values[2 * j], scale), multiply(values[2 * j + 1], scale));
  }
  return codes_of(pair);
}

/// Thread blocks a multiprocessor should hold, which bounds registers: as many as fit without spills.
template <class Fusion>
constexpr int fp8_resident_blocks() {
  if (Fusion::inputs < 3) return 6;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 1000
  return 5;  // with the registers of 4, ptxas spills a word of `broken`
#else
  return 4;
#endif
}

template <class Fusion, class Arm>
__global__ void __launch_bounds__(block_threads, fp8_resident_blocks<Fusion>())
    fp8_gated_kernel(const __grid_constant__ Fp8Params<Fusion> params) {
  constexpr bool staged = !std::is_same_v<Arm, arm::direct>;
  using Out = CodesOutput<staged>;
  unsigned char* stage = nullptr;
  if constexpr (staged) stage = warp_stage<Arm, Fusion::inputs * tile_bytes>();
  const TilePlace place = tile_place(params.rows, params.cols);

  if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0) *params.scale_inverse = reciprocal(*params.scale);
  const float scale = *params.scale;
  float largest = 0;
  Codes staged_codes[Fusion::outputs][lane_rows];
  for_each_row<staged, Fusion>(params.in, place, stage, [&](unsigned i, const Octet(&in)[Fusion::inputs]) {
    float values[Fusion::outputs][lane_cols];
#pragma unroll
    for (unsigned j = 0; j < lane_cols; ++j) {
      Values<Fusion::inputs> read;
#pragma unroll
      for (unsigned k = 0; k < Fusion::inputs; ++k) {
        read.of[k] = j % 2 == 0 ? low(in[k].pair[j / 2]) : high(in[k].pair[j / 2]);
      }
      const Values<Fusion::outputs> value = Fusion::value(read);
#pragma unroll
      for (unsigned o = 0; o < Fusion::outputs; ++o) {
        largest = fmaxf(largest, fabsf(value.of[o]));
        values[o][j] = value.of[o];
      }
    }
#pragma unroll
    for (unsigned o = 0; o < Fusion::outputs; ++o) {
      const Codes codes = encode(values[o], scale);
      if constexpr (staged) {
        staged_codes[o][i] = codes;  // until the inputs have left the stage
      } else {
        Out(nullptr, output_tile(params.out[o], place)).put(i, codes);
      }
    }
  });
  if constexpr (staged) {
    __syncwarp();
#pragma unroll
    for (unsigned o = 0; o < Fusion::outputs; ++o) {
      const Out out(stage + o * fp8_tile_bytes, output_tile(params.out[o], place));
#pragma unroll
      for (unsigned i = 0; i < lane_rows; ++i) out.put(i, staged_codes[o][i]);
    }
    __syncwarp();
#pragma unroll
    for (unsigned o = 0; o < Fusion::outputs; ++o) {
      Out(stage + o * fp8_tile_bytes, output_tile(params.out[o], place)).flush();
    }
  }
  raise(params.amax_bits, largest);
}

}  // namespace warpmark::quantize
