// Where in the arena a row's buffers lie. No CUDA in here.
#pragma once

#include <cstddef>
#include <vector>

namespace warpmark {

/// What every process sets aside for rows, where the GPU has it: the same whatever the suite, so that a row lies at the
/// same places under any filter.
constexpr std::size_t usual_arena_bytes = std::size_t{8} << 30;

/// Offsets at which a row of `row_bytes` is sampled in turn. A kernel whose buffers the L2 holds moves by some percent
/// with the memory pages it lies on, and a process has no say in which it gets: such a row is sampled at eight places,
/// spread evenly over the arena's usual size (or `arena_bytes`, where the GPU has less). A row that does not fit in
/// between lies at the arena's beginning: it covers pages enough by itself (at 2 GiB an array, one place and six
/// repeated equally well on two H200s).
std::vector<std::size_t> placements(std::size_t row_bytes, std::size_t arena_bytes);

/// How many of the rows that need so many bytes lie side by side in the arena, from the first on: one at least.
std::size_t rows_side_by_side(const std::vector<std::size_t>& rows_bytes, std::size_t arena_bytes);

}  // namespace warpmark
