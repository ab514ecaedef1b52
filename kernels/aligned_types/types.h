// Structures that differ in what their alignment promises: the types of NVIDIA's sample alignedTypes
// (https://github.com/NVIDIA/cuda-samples), and one that Blackwell moves at once. The compiler joins the loads of a
// structure only as far as its alignment goes, so a twin of the same bytes without alignment is as many accesses as it
// has lanes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace warpmark::aligned_types {

// As aligned as their lanes.
struct UInt8 {
  std::uint8_t lane[1];
};
struct UInt16 {
  std::uint16_t lane[1];
};
struct RGBA8Misaligned {
  std::uint8_t lane[4];
};
struct LA32Misaligned {
  std::uint32_t lane[2];
};
struct RGB32Misaligned {
  std::uint32_t lane[3];
};
struct RGBA32Misaligned {
  std::uint32_t lane[4];
};

// Aligned to what one access moves.
struct alignas(4) RGBA8 {
  std::uint8_t lane[4];
};
struct alignas(4) I32 {
  std::uint32_t lane[1];
};
struct alignas(8) LA32 {
  std::uint32_t lane[2];
};
/// 12 bytes of data and 4 of padding, which a copy moves along.
struct alignas(16) RGB32 {
  std::uint32_t lane[3];
};
struct alignas(16) RGBA32 {
  std::uint32_t lane[4];
};
/// Two accesses of 16 bytes.
struct RGBA32x2 {
  RGBA32 lane[2];
};
/// The same 32 bytes, one access from sm_100 on.
struct alignas(32) RGBA32x2Aligned32 {
  RGBA32 lane[2];
};

/// What a thread may be asked to hold in registers at once.
inline constexpr std::size_t largest_element_bytes = 256;

template <class T>
concept Copyable = std::is_trivially_copyable_v<T> && sizeof(T) <= largest_element_bytes;

}  // namespace warpmark::aligned_types
