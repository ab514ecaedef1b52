// Data as a function of seed and position: the same on device and host, so a check needs no copy of its inputs.
// Floating-point values are uniform in [-1, 1), all other types are random bytes: zeros and constants would draw less
// power and run faster than real data does.
#pragma once

#include <cuda_bf16.h>
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

/// Element `index` of the array with this seed. Of a type without a rule of its own below: random bytes, padding
/// included.
template <class T>
__host__ __device__ T seeded(std::uint64_t seed, std::size_t index) {
  static_assert(std::is_trivially_copyable_v<T>, "made of bytes");
  unsigned char bytes[sizeof(T)];
  for (std::size_t k = 0; k < sizeof(T); ++k) bytes[k] = seeded_byte(seed, index * sizeof(T) + k);
  T element;
  std::memcpy(&element, bytes, sizeof(T));
  return element;
}

template <>
__host__ __device__ inline float seeded<float>(std::uint64_t seed, std::size_t index) {
  return static_cast<float>(seeded_bits(seed, index) >> 40) * 0x1p-23F - 1.0F;  // 24 random bits, exact
}

template <>
__host__ __device__ inline double seeded<double>(std::uint64_t seed, std::size_t index) {
  return static_cast<double>(seeded_bits(seed, index) >> 11) * 0x1p-52 - 1.0;  // 53 random bits, exact
}

template <>
__host__ __device__ inline __nv_bfloat16 seeded<__nv_bfloat16>(std::uint64_t seed, std::size_t index) {
  return __float2bfloat16(seeded<float>(seed, index));  // nearest even: may round up to 1
}

}  // namespace warpmark
