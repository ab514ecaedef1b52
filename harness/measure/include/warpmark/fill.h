// Device arrays filled with seeded data (see seeded.h).
#pragma once

#include <cuda_runtime.h>
#include <warpmark/seeded.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace warpmark {

/// data[at] = seeded_byte(seed, at) for at < bytes, asynchronously. `data` is aligned to 8 bytes.
void fill_seeded_bytes(void* data, std::size_t bytes, std::uint64_t seed, cudaStream_t stream);

/// data[i] = seeded<T>(seed, i) for i < count, asynchronously: of the types that is_seeded_number tells.
template <class T>
void fill_seeded_numbers(T* data, std::size_t count, std::uint64_t seed, cudaStream_t stream);

/// The same of any type.
template <class T>
void fill_seeded(T* data, std::size_t count, std::uint64_t seed, cudaStream_t stream) {
  using Lane = typename LaneOf<T>::Type;
  if constexpr (is_seeded_number<T>) {
    fill_seeded_numbers(data, count, seed, stream);
  } else if constexpr (std::is_same_v<Lane, T>) {
    fill_seeded_bytes(data, count * sizeof(T), seed, stream);
  } else {
    fill_seeded(reinterpret_cast<Lane*>(data), count * lanes_of<T>, seed, stream);
  }
}

}  // namespace warpmark
