// The scales of MXFP8 blocks, found by the four lanes that share them.
#pragma once

#include "kernels/quantize/e8m0.cuh"
#include "kernels/quantize/fp8.cuh"
#include "kernels/quantize/tile.cuh"

namespace warpmark::quantize {

/// The E8M0 exponents of 8 blocks, a byte each, in order. None is that of NaN: magnitudes ignore it.
struct alignas(8) Exponents {
  std::uint32_t half[2];
};

/// What the elements of 8 blocks are multiplied by: 2^(127-E), which bf16 holds for every E but that of NaN. Where the
/// product of two bf16 is no bf16, it is far below what FP8 tells from zero.
struct Factors {
  Pair pair[4];
};

__device__ inline Factors factors(const Exponents& exponents) {
  constexpr Pair denormal = 0x00400040U;  // 2^-127, of E = 254
  Factors result;
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint32_t two = __byte_perm(exponents.half[i / 2], 0, i % 2 == 0 ? 0x4140 : 0x4342);
    result.pair[i] = __vmaxu2((0x00fe00feU - two) << 7, denormal);
  }
  return result;
}

/// The factor of block i, for each of 8 elements.
__device__ inline Factors repeated(const Factors& of, unsigned i) {
  const Pair factor = __byte_perm(of.pair[i / 2], 0, i % 2 == 0 ? 0x1010 : 0x3232);
  return {{factor, factor, factor, factor}};
}

/// Magnitudes of 8 rows or columns of a lane, each the largest of its 8 elements.
struct Magnitudes {
  Pair pair[4];
};

__device__ inline Magnitudes largest_of_columns(const LaneTile& tile) {
  Magnitudes largest{};
#pragma unroll
  for (const Octet& row : tile.row) {
#pragma unroll
    for (unsigned j = 0; j < 4; ++j) largest.pair[j] = larger_magnitude(largest.pair[j], row.pair[j]);
  }
  return largest;
}

__device__ inline Magnitudes largest_of_rows(const LaneTile& tile) {
  Magnitudes largest{};
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    Pair of_row[2] = {};
#pragma unroll
    for (unsigned k = 0; k < 2; ++k) {
#pragma unroll
      for (const Pair pair : tile.row[2 * i + k].pair) of_row[k] = larger_magnitude(of_row[k], pair);
    }
    const Pair evens = __byte_perm(of_row[0], of_row[1], 0x5410);
    const Pair odds = __byte_perm(of_row[0], of_row[1], 0x7632);
    largest.pair[i] = larger_magnitude(evens, odds);
  }
  return largest;
}

/// The scales' exponents of 8 blocks that the four lanes share whose ids differ in the bits `far` and `near`: each lane
/// reduces two of them, and hears of the others.
template <class Format, unsigned far, unsigned near>
__device__ Exponents block_exponents(const Magnitudes& mine) {
  constexpr unsigned all = 0xffffffffU;
  const bool upper_half = (lane_id() & far) != 0;
  const bool upper_quarter = (lane_id() & near) != 0;

  Pair half[2];
#pragma unroll
  for (unsigned i = 0; i < 2; ++i) {
    const Pair keep = upper_half ? mine.pair[2 + i] : mine.pair[i];
    const Pair give = upper_half ? mine.pair[i] : mine.pair[2 + i];
    half[i] = larger_magnitude(keep, __shfl_xor_sync(all, give, far));
  }
  const Pair keep = upper_quarter ? half[1] : half[0];
  const Pair give = upper_quarter ? half[0] : half[1];
  const Pair two = larger_magnitude(keep, __shfl_xor_sync(all, give, near));

  const std::uint32_t e_two = e8m0_ceil(multiply(low(two), reciprocal_of_max<Format>)) |
                              e8m0_ceil(multiply(high(two), reciprocal_of_max<Format>)) << 8;
  const std::uint32_t e_next = __shfl_xor_sync(all, e_two, near);
  const std::uint32_t e_four = upper_quarter ? e_next | e_two << 16 : e_two | e_next << 16;
  const std::uint32_t e_others = __shfl_xor_sync(all, e_four, far);
  return {{upper_half ? e_others : e_four, upper_half ? e_four : e_others}};
}

/// Of the 32 x 1 blocks of the lane's columns.
template <class Format>
__device__ Exponents column_exponents(const LaneTile& tile) {
  return block_exponents<Format, 2 * lanes_across, lanes_across>(largest_of_columns(tile));
}

/// Of the 1 x 32 blocks of the lane's rows.
template <class Format>
__device__ Exponents row_exponents(const LaneTile& tile) {
  return block_exponents<Format, 2, 1>(largest_of_rows(tile));
}

}  // namespace warpmark::quantize
