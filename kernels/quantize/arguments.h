// What launchers demand of their arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace warpmark::quantize {

inline void require(bool holds, const std::string& argument, const std::string& what) {
  if (!holds) throw std::invalid_argument(argument + ": " + what);
}

inline void require_pointer(const void* pointer, const std::string& argument) {
  require(pointer != nullptr, argument, "is null");
  require(reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0, argument, "is no multiple of 16 bytes");
}

inline void require_size(std::size_t value, std::size_t multiple, const std::string& argument) {
  constexpr std::size_t most = std::size_t{1} << 30;  // leaves room in 32 bits for twice as many columns
  require(value > 0, argument, "is zero");
  require(value <= most, argument, std::to_string(value) + " is more than " + std::to_string(most));
  require(value % multiple == 0, argument, std::to_string(value) + " is no multiple of " + std::to_string(multiple));
}

/// A matrix' sizes, in multiples.
inline void require_sizes(std::size_t rows, std::size_t cols, std::size_t row_multiple, std::size_t col_multiple) {
  require_size(rows, row_multiple, "rows");
  require_size(cols, col_multiple, "cols");
}

}  // namespace warpmark::quantize
