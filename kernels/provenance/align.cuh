// The two ways to align a pointer into dynamic shared memory. They yield the same address; what differs is what the
// compiler knows of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/provenance/provenance.h"

namespace warpmark::provenance {

/// The first multiple of `alignment` in `shared`.
template <class Arm, std::size_t alignment>
__device__ inline unsigned char* align(unsigned char* shared) {
  const auto address = reinterpret_cast<std::uintptr_t>(shared);
  if constexpr (std::is_same_v<Arm, arm::broken>) {
    return reinterpret_cast<unsigned char*>((address + alignment - 1) / alignment * alignment);
  } else {
    return shared + (alignment - address % alignment) % alignment;
  }
}

}  // namespace warpmark::provenance
