// Casts of bf16 matrices to MXFP8, NVFP4 and FP8, as training in low precision needs them: fused with activations,
// along rows, down columns, or both in one pass. Each comes in two or three arms of one result:
//
//   direct  elements stay in registers between their load and their store
//   broken  staged through dynamic shared memory whose base was aligned through an integer: generic loads and stores
//   fixed   the same, aligned by pointer: shared loads and stores
//
// The provenance pair follows NVIDIA's TransformerEngine (https://github.com/NVIDIA/TransformerEngine/pull/3291);
// formats as in the OCP Microscaling Formats (MX) Specification 1.0. References are in reference/.
#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "kernels/provenance/provenance.h"

namespace warpmark::quantize {

// Types, and not enumerators, so that kernel names in machine code show them.
// NOLINTBEGIN(readability-identifier-naming): spelled as the axes are
namespace arm {
struct direct;
using provenance::arm::broken;
using provenance::arm::fixed;
}  // namespace arm

namespace dir {
struct row;
struct col;
struct both;
}  // namespace dir

/// What is computed on the way. With a, g, x and grad elements of the inputs of those names:
namespace fusion {
struct plain;        // x
struct gelu;         // gelu(x)
struct dgelu;        // gelu'(x) * grad
struct dsilu;        // silu'(x) * grad
struct dbias;        // grad, and the sums of its columns
struct dbias_dgelu;  // gelu'(x) * grad, and the sums of its columns
struct swiglu;       // silu(a) * g
struct geglu;        // gelu(a) * g
struct dswiglu;      // silu'(a) * grad * g, and silu(a) * grad
struct dgeglu;       // gelu'(a) * grad * g, and gelu(a) * grad
}  // namespace fusion

/// How naive.cuh stages the plain cast.
namespace naive {
struct scalar;    // word by word
struct aliasing;  // row by row, each before the next one is loaded
}  // namespace naive
// NOLINTEND(readability-identifier-naming)

/// Rows that one partial sum of a column spans.
template <class Fusion>
inline constexpr std::size_t sum_rows = 0;
template <>
inline constexpr std::size_t sum_rows<fusion::dbias> = 128;
template <>
inline constexpr std::size_t sum_rows<fusion::dbias_dgelu> = 64;

/// Whether the cast comes in the arm `direct`: where it is the fastest, which it is as long as registers hold the
/// elements and what is computed of them at once. Direction is void for fp8_gated.
template <class Fusion, class Direction>
inline constexpr bool has_direct = false;
template <>
inline constexpr bool has_direct<fusion::plain, dir::col> = true;
template <>
inline constexpr bool has_direct<fusion::plain, dir::both> = true;
template <class Direction>
inline constexpr bool has_direct<fusion::dbias, Direction> = true;
template <>
inline constexpr bool has_direct<fusion::swiglu, void> = true;
template <>
inline constexpr bool has_direct<fusion::geglu, void> = true;

/// Device memory of a cast, every pointer a multiple of 16 bytes. Those that a fusion or direction does not use may be
/// null.
struct Mxfp8Tensors {
  std::size_t rows;           // any from 1 up
  std::size_t cols;           // a multiple of 16, of 32 for gated fusions, of 128 for plain along rows
  const __nv_bfloat16* grad;  // [rows, cols]
  const __nv_bfloat16* x;     // [rows, cols]; of gated fusions [rows, 2 * cols], a before g
  std::uint8_t* row;          // E4M3 [rows, out_cols]; out_cols is 2 * cols for gated backward fusions, else cols
  std::uint8_t* row_scales;   // E8M0, mxfp8_row_scales(rows, out_cols)
  std::uint8_t* col;          // E4M3 [rows, out_cols]
  std::uint8_t* col_scales;   // E8M0, mxfp8_col_scales(rows, out_cols)
  float* partial_sums;        // [ceil(rows / sum_rows<Fusion>), cols], sum_partials makes dbias of them
};

/// Every launcher is asynchronous on `stream`, and the caller checks cudaGetLastError. Throws std::invalid_argument,
/// which names the argument, where a size or a pointer is none that the cast takes.
///
/// Instantiated for plain, gelu, dgelu, dsilu, dbias, dbias_dgelu, swiglu, geglu and dswiglu in every direction and arm
/// that there is. Plain along rows stages nothing: its arms are the same code.
template <class Fusion, class Direction, class Arm>
void mxfp8(const Mxfp8Tensors& tensors, cudaStream_t stream);

/// Plain along rows, staged without care: see naive.cuh. Takes and writes what mxfp8 does. Instantiated for both ways
/// and the provenance arms.
template <class Way, class Arm>
void mxfp8_naive(const Mxfp8Tensors& tensors, cudaStream_t stream);

/// dbias[c] = the sum of partial_sums[0..count)[c], added in that order in fp32.
void sum_partials(__nv_bfloat16* dbias, const float* partial_sums, std::size_t count, std::size_t cols,
                  cudaStream_t stream);

struct Fp8Tensors {
  std::size_t rows;           // any from 1 up
  std::size_t cols;           // a multiple of 32
  const __nv_bfloat16* grad;  // [rows, cols], backward only
  const __nv_bfloat16* x;     // [rows, 2 * cols], a before g
  const float* scale;         // in device memory
  std::uint8_t* out;          // E4M3 [rows, out_cols]; out_cols is 2 * cols backward, else cols
  float* amax;                // largest magnitude before scaling; set to zero by the launcher
  float* scale_inverse;       // 1 / scale
};

/// Instantiated for swiglu, geglu, dswiglu and dgeglu in every arm that there is.
template <class Fusion, class Arm>
void fp8_gated(const Fp8Tensors& tensors, cudaStream_t stream);

struct Nvfp4Tensors {
  std::size_t rows;          // a multiple of 32
  std::size_t cols;          // a multiple of 32
  const __nv_bfloat16* x;    // [rows, cols]
  const float* amax;         // of x, in device memory
  std::uint8_t* row;         // E2M1 [rows, cols / 2], the first of two in the low nibble
  std::uint8_t* row_scales;  // E4M3, nvfp4_scales(rows, cols)
  std::uint8_t* col;         // E2M1 [cols, rows / 2]: transposed
  std::uint8_t* col_scales;  // E4M3, nvfp4_scales(cols, rows)
};

/// One scale a 16x16 tile. Instantiated for every direction, in the provenance arms.
template <class Direction, class Arm>
void nvfp4(const Nvfp4Tensors& tensors, cudaStream_t stream);

}  // namespace warpmark::quantize
