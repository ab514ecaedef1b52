// Ceilings of a byte mix: kernels that read one to three streams of two-byte elements, write a given number of bytes an
// element, and do next to nothing in between. What a cast of the same mix and the same size reaches is judged as a
// fraction of what these do, because ramp and tail of a 50 us kernel cost both the same.
//
// They are not casts element by element. A cast that narrows cannot load and store 16 bytes a thread with neighbouring
// threads on neighbouring packs both times; a ceiling can, if it may choose which packs make an output. So every access
// here is 16 bytes wide and every warp's accesses lie side by side: no cast of this mix moves its bytes more easily.
#pragma once

#include <cuda_runtime.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpmark::ceiling {

inline constexpr unsigned block_threads = 256;
inline constexpr std::size_t pack_bytes = 16;
inline constexpr unsigned pack_elements = 8;  // of two bytes
inline constexpr unsigned pack_words = pack_bytes / sizeof(std::uint32_t);

/// What a kernel moves: for every element it reads two bytes of each of `streams` arrays, and writes
/// `half_bytes_written` / 2 bytes of one. A thread loads `packs` packs of each stream before it stores anything.
struct Mix {
  unsigned streams;
  unsigned half_bytes_written;
  unsigned packs;

  /// The fewest packs of each stream that make a whole pack of output.
  static constexpr unsigned least_packs(unsigned half_bytes_written) {
    return half_bytes_written < 4 ? 4 / half_bytes_written : 1;
  }
  constexpr unsigned packs_written() const { return packs * half_bytes_written / 4; }  // a thread, of 16 bytes
  constexpr std::size_t elements_a_block() const { return std::size_t{block_threads} * packs * pack_elements; }
  constexpr std::size_t bytes_read(std::size_t elements) const { return elements * 2 * streams; }
  constexpr std::size_t bytes_written(std::size_t elements) const { return elements * half_bytes_written / 2; }
};

/// The arrays read; those beyond `streams` are ignored.
using Inputs = std::array<const void*, 3>;

/// Writes out from the inputs. `elements` must be a multiple of the mix's elements_a_block(), and every array lie on a
/// multiple of 16 bytes. Asynchronous on `stream`; the caller checks cudaGetLastError. Throws std::invalid_argument for
/// other sizes, and for a mix that is not instantiated: 2to0.5, 2to1, 2to2, 4to1, 4to2, 6to2 and 6to4 are, each with
/// least_packs(), twice and four times as many.
void cast(void* out, const Inputs& in, std::size_t elements, const Mix& mix, cudaStream_t stream);

/// Which pack of the inputs is the `k`-th that makes pack `out_pack` of the output; `count` make it.
struct Sources {
  std::size_t first;
  std::size_t step;
  unsigned count;
  bool inverted;  // what is written is the complement: the mix writes more packs than it reads of a stream
};

/// A thread's output j is the exclusive or of its loads j, j + n, j + 2 n, ... of every stream, n the packs it writes;
/// where it writes more than it loads of a stream, the outputs begin again, complemented.
constexpr Sources sources_of(std::size_t out_pack, const Mix& mix) {
  const std::size_t written = mix.packs_written();
  const std::size_t block = out_pack / (written * block_threads);
  const std::size_t thread = out_pack % block_threads;
  const std::size_t j = out_pack / block_threads % written;
  const std::size_t load = j % mix.packs;
  const unsigned count = written < mix.packs ? static_cast<unsigned>(mix.packs / written) : 1;
  return {(block * mix.packs + load) * block_threads + thread, written * block_threads, count, j >= mix.packs};
}

}  // namespace warpmark::ceiling
