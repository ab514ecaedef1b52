#include "harness/measure/placement.h"

#include <algorithm>

namespace warpmark {

std::vector<std::size_t> placements(std::size_t row_bytes, std::size_t arena_bytes) {
  constexpr std::size_t places = 8;
  constexpr std::size_t page_bytes = std::size_t{2} << 20;  // of GPU memory
  const std::size_t stride = std::min(arena_bytes, usual_arena_bytes) / places / page_bytes * page_bytes;
  if (row_bytes == 0 || row_bytes > stride) return {0};
  std::vector<std::size_t> offsets;
  for (std::size_t place = 0; place < places; ++place) offsets.push_back(place * stride);
  return offsets;
}

std::size_t rows_side_by_side(const std::vector<std::size_t>& rows_bytes, std::size_t arena_bytes) {
  std::size_t rows = 0;
  for (std::size_t used = 0; rows < rows_bytes.size(); ++rows) {
    used += rows_bytes[rows];
    if (used > arena_bytes) break;
  }
  return std::max<std::size_t>(rows, 1);
}

}  // namespace warpmark
