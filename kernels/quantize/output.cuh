// How a warp's tile leaves it: as lines of words, of which each lane has one word in each of 8 lines below one another.
#pragma once

#include <cstdint>

#include "kernels/quantize/tile.cuh"

namespace warpmark::quantize {

/// A warp's tile of an output, and the lane's place in it.
struct OutputTile {
  std::uint8_t* data;  // of the first line
  unsigned pitch;      // bytes from line to line
  unsigned lines;      // that the matrix holds of the tile
  unsigned bytes;      // that it holds of a line
  unsigned line;       // the lane's first
  unsigned word;       // of the line, the lane's
};

/// Straight from registers.
template <class Word>
struct DirectOutput {
  std::uint8_t* first;
  unsigned pitch;
  unsigned lines;  // the lane's, that the matrix holds

  __device__ DirectOutput(unsigned char* /*stage*/, const OutputTile& tile)
      : first(tile.data + std::size_t{tile.line} * tile.pitch + tile.word * sizeof(Word)),
        pitch(tile.pitch),
        lines(tile.word * sizeof(Word) < tile.bytes && tile.line < tile.lines ? tile.lines - tile.line : 0) {}

  __device__ void put(unsigned i, const Word& word) const {
    if (i < lines) *reinterpret_cast<Word*>(first + i * pitch) = word;
  }
  __device__ void flush() const {}
};

/// Through `stage`, so that a lane stores 16 bytes.
template <class Word, unsigned tile_lines, unsigned words_a_line>
struct StagedOutput {
  static constexpr unsigned line_bytes = words_a_line * sizeof(Word);
  static constexpr unsigned bytes = tile_lines * line_bytes;

  unsigned char* stage;
  OutputTile tile;

  __device__ StagedOutput(unsigned char* stage_, const OutputTile& tile_) : stage(stage_), tile(tile_) {}

  /// Lanes whose lines are 8 apart write at once: moved by as many lines as they are eights down, they meet other
  /// banks.
  __device__ static unsigned staged_line(unsigned line) { return line ^ line / lane_rows; }

  __device__ void put(unsigned i, const Word& word) const {
    reinterpret_cast<Word*>(stage + staged_line(tile.line + i) * line_bytes)[tile.word] = word;
  }

  /// Once every lane of the warp has put all its words.
  __device__ void flush() const {
    constexpr unsigned lanes_a_line = line_bytes / sizeof(uint4);
    constexpr unsigned lines_at_once = warp_lanes / lanes_a_line;
    constexpr unsigned times = tile_lines / lines_at_once;
    const unsigned line = lane_id() / lanes_a_line;
    const unsigned byte = lane_id() % lanes_a_line * sizeof(uint4);
    uint4 moved[times];
#pragma unroll
    for (unsigned i = 0; i < times; ++i) {
      moved[i] = *reinterpret_cast<const uint4*>(stage + staged_line(i * lines_at_once + line) * line_bytes + byte);
    }
    const unsigned held = byte < tile.bytes && line < tile.lines ? tile.lines - line : 0;
    std::uint8_t* to = tile.data + std::size_t{line} * tile.pitch + byte;
#pragma unroll
    for (unsigned i = 0; i < times; ++i) {
      if (i * lines_at_once < held) *reinterpret_cast<uint4*>(to) = moved[i];
      to += std::size_t{lines_at_once} * tile.pitch;
    }
  }
};

template <bool staged, class Word, unsigned tile_lines, unsigned words_a_line>
using Output = std::conditional_t<staged, StagedOutput<Word, tile_lines, words_a_line>, DirectOutput<Word>>;

}  // namespace warpmark::quantize
