// What a kernel writes, as far as it counts.
#pragma once

#include <cstddef>

namespace warpmark {

/// Device memory that holds an output: elements that each begin with data and may end in padding. By default there is
/// none.
struct OutputSpan {
  const void* data;   // on the device, aligned to 8 bytes
  std::size_t bytes;  // of whole elements, padding included
  std::size_t element_bytes = 1;
  std::size_t element_data_bytes = 1;

  bool has_padding() const { return element_data_bytes < element_bytes; }
  std::size_t data_bytes() const { return bytes / element_bytes * element_data_bytes; }
};

}  // namespace warpmark
