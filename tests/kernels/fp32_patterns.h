// Bit patterns of fp32 that a conversion may get wrong, where trying all of them takes too long: every exponent with
// mantissas around every place where formats of few bits round, every bf16 with its neighbours, and a seeded sample.
#pragma once

#include <warpmark/seeded.h>

#include <cstdint>
#include <vector>

namespace warpmark::test {

inline std::vector<std::uint32_t> fp32_patterns() {
  std::vector<std::uint32_t> patterns;
  for (std::uint32_t exponent = 0; exponent < 256; ++exponent) {
    for (std::uint32_t eighth = 0; eighth < 8; ++eighth) {
      const std::uint32_t at = exponent << 23 | eighth << 20;
      for (const std::uint32_t pattern : {at - 2, at - 1, at, at + 1, at + 2})
        patterns.push_back(pattern & 0x7fffffffU);
    }
  }
  for (std::uint32_t bf16 = 0; bf16 < 0x8000; bf16 += 1) {
    patterns.push_back(bf16 << 16);
    patterns.push_back(bf16 << 16 | 1);
  }
  for (std::uint64_t i = 0; i < 200000; ++i) {
    patterns.push_back(static_cast<std::uint32_t>(seeded_bits(7, i) >> 33));
  }
  return patterns;  // without sign
}

}  // namespace warpmark::test
