// The STREAM kernels (J. D. McCalpin, https://www.cs.virginia.edu/stream/) over element type T, with `access_bytes`
// wide accesses. One access a thread, no loop, so that the whole chip streams through the arrays in order; `read` does
// `read_accesses` a thread, because a thread that only loads must have several loads in flight to fill the memory
// pipes. On an H200 these plain forms reach more than grid-stride loops or wider tiles do. Triad of 2 GiB an array,
// also tried, against one access a thread in blocks of 1024:
//   blocks in clusters of 2, 4, 8           +0.2, +0.4 to +0.5, +0.6 to +0.8 % (in blocks of 256 or 512: nothing)
//   clusters of 16                          -1.7 %; of 512 threads each +0.5 %
//   two or four accesses a thread           -0.5 to -1.2 %
//   cache hints on loads, on stores         within 0.1 %
//   bulk copies through shared memory       -2.8 % at best (4 stages of 4 KiB, two blocks an SM)
//   arrays moved apart by 4 KiB to 17 MiB   within 0.1 %
//   half the threads resident, a small L1   -1.5 to -10 %, -3.5 %
//   accesses of 8 bytes                     -0.7 to +0.1 %
// Copy loses by clusters (-2.5 to -10 %), read and write do not change (0.2 %).
#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>

namespace warpmark::stream {

/// Accesses a thread of `read` makes.
inline constexpr unsigned read_accesses = 4;

/// All launchers: arrays of `elements` T, not overlapping, on a multiple of 16 bytes; any number of elements from 1 up;
/// `block` threads a block, a multiple of 32 up to 1024. Asynchronous on `stream`; the caller checks cudaGetLastError.
/// Instantiated for float (4, 8, 16), double (8, 16) and __nv_bfloat16 (2, 4, 8, 16).

/// a = b
template <class T, std::size_t access_bytes>
void copy(T* a, const T* b, std::size_t elements, unsigned block, cudaStream_t stream);

/// a = s
template <class T, std::size_t access_bytes>
void write(T* a, T s, std::size_t elements, unsigned block, cudaStream_t stream);

/// a = b + s * c, as one fused multiply-add; bf16 computes in float and rounds once. `cluster` neighbouring blocks (1,
/// 2, 4 or 8) start together on one GPC; more than 1 needs sm_90 or newer.
template <class T, std::size_t access_bytes>
void triad(T* a, const T* b, const T* c, T s, std::size_t elements, unsigned block, cudaStream_t stream,
           unsigned cluster = 1);

/// What `read` sums in: float for float and bf16, double for double.
template <class T>
struct Accumulator {
  using type = float;
};
template <>
struct Accumulator<double> {
  using type = double;
};
template <class T>
using accumulator_t = typename Accumulator<T>::type;

/// Elements one block of `read` sums.
template <class T, std::size_t access_bytes>
constexpr std::size_t read_block_elements(unsigned block) {
  return read_accesses * block * (access_bytes / sizeof(T));
}

/// Values `read` writes: one a block, and one for a tail narrower than an access.
template <class T, std::size_t access_bytes>
constexpr std::size_t read_partials(std::size_t elements, unsigned block) {
  const std::size_t tail = elements % (access_bytes / sizeof(T));
  const std::size_t per_block = read_block_elements<T, access_bytes>(block);
  return (elements - tail + per_block - 1) / per_block + (tail > 0 ? 1 : 0);
}

/// partial[k] = sum of the k-th read_block_elements elements of b, by shuffles within the block: no atomics, and the
/// same order of additions in every launch.
template <class T, std::size_t access_bytes>
void read(accumulator_t<T>* partial, const T* b, std::size_t elements, unsigned block, cudaStream_t stream);

/// One element of triad, as the device computes it: the reference on the host, too.
__host__ __device__ inline float triad_element(float b, float c, float s) { return fmaf(s, c, b); }
__host__ __device__ inline double triad_element(double b, double c, double s) { return fma(s, c, b); }
__host__ __device__ inline __nv_bfloat16 triad_element(__nv_bfloat16 b, __nv_bfloat16 c, __nv_bfloat16 s) {
  return __float2bfloat16(fmaf(__bfloat162float(s), __bfloat162float(c), __bfloat162float(b)));
}

}  // namespace warpmark::stream
