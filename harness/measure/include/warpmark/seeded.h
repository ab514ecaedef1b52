// Data as a function of seed and position: the same on device and host, so a check needs no copy of its inputs.
// Floating-point values, and float4 and the like, are uniform in [-1, 1), all other types are random bytes:
// zeros and constants would draw less power and run faster than real data does.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace warpmark {

/// Two rounds of multiply and shift: every input bit reaches every output bit (the finaliser of SplitMix64,
/// G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
__host__ __device__ inline std::uint64_t mix_bits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

__host__ __device__ inline std::uint64_t seeded_bits(std::uint64_t seed, std::uint64_t index) {
  return mix_bits((index + 1) * 0x9e3779b97f4a7c15ULL ^ seed << 32);
}

/// Byte `at` of an array of random bytes with this seed.
__host__ __device__ inline unsigned char seeded_byte(std::uint64_t seed, std::size_t at) {
  return static_cast<unsigned char>(seeded_bits(seed, at / 8) >> at % 8 * 8);
}

/// What a vector of CUDA's is made of; any other type is made of itself.
template <class T>
struct LaneOf {
  using Type = T;
};
template <>
struct LaneOf<float2> {
  using Type = float;
};
template <>
struct LaneOf<float3> {
  using Type = float;
};
template <>
struct LaneOf<float4> {
  using Type = float;
};
template <>
struct LaneOf<double2> {
  using Type = double;
};

/// How many lanes a T has.
template <class T>
inline constexpr std::size_t lanes_of = sizeof(T) / sizeof(typename LaneOf<T>::Type);

/// Whether a T is a number in [-1, 1), and no random bytes.
template <class T>
inline constexpr bool is_seeded_number =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, __nv_bfloat16> ||
    std::is_same_v<T, __half> || std::is_same_v<T, __nv_fp8_e4m3> || std::is_same_v<T, __nv_fp8_e5m2>;

/// Element `index` of the array with this seed: of a vector, the lanes that an array of its lanes has there. Of any
/// other type that is no number: random bytes, padding included.
template <class T>
__host__ __device__ T seeded(std::uint64_t seed, std::size_t index) {
  static_assert(std::is_trivially_copyable_v<T>, "made of bytes");
  using Lane = typename LaneOf<T>::Type;
  if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(seeded_bits(seed, index) >> 40) * 0x1p-23F - 1.0F;  // 24 random bits, exact
  } else if constexpr (std::is_same_v<T, double>) {
    return static_cast<double>(seeded_bits(seed, index) >> 11) * 0x1p-52 - 1.0;  // 53 random bits, exact
  } else if constexpr (is_seeded_number<T>) {
    return T(seeded<float>(seed, index));  // nearest even: may round up to 1
  } else if constexpr (std::is_same_v<Lane, T>) {
    unsigned char bytes[sizeof(T)];
    for (std::size_t k = 0; k < sizeof(T); ++k) bytes[k] = seeded_byte(seed, index * sizeof(T) + k);
    T element;
    std::memcpy(&element, bytes, sizeof(T));
    return element;
  } else {
    Lane lanes[lanes_of<T>];
    for (std::size_t k = 0; k < lanes_of<T>; ++k) lanes[k] = seeded<Lane>(seed, index * lanes_of<T> + k);
    T element;
    std::memcpy(&element, lanes, sizeof(T));
    return element;
  }
}

}  // namespace warpmark
