// What the quantize casts' registrations share: the shapes, and how inputs and outputs are declared.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "bench/suite.h"
#include "kernels/quantize/quantize.h"
#include "kernels/quantize/reference/elements.h"

namespace warpmark::bench {

namespace arm = quantize::arm;
namespace dir = quantize::dir;
namespace fusion = quantize::fusion;

void register_quantize_mxfp8(Suite& suite);
void register_quantize_nvfp4(Suite& suite);
void register_quantize_fp8(Suite& suite);

/// A matrix of a model: what is cast in training it.
struct QuantizeShape {
  std::size_t rows, cols;
  const char* tensor;
  constexpr std::size_t elements() const { return rows * cols; }
  std::string name() const { return fmt::format("{}x{}", rows, cols); }
};
inline constexpr QuantizeShape quantize_shapes[] = {
    {16384, 5120, "long-sequence hidden"}, {2048, 12288, "GPT-3-175B hidden"}, {4096, 4096, "Llama-3-8B hidden"},
    {4096, 14336, "Llama-3-8B FFN"},       {8192, 28672, "Llama-3-70B FFN"},   {8192, 8192, "Llama-3-70B hidden"},
};

inline Axes quantize_axes(const char* direction, const QuantizeShape& shape, const char* arm) {
  return {{"dir", direction}, {"shape", shape.name()}, {"arm", arm}};
}

inline constexpr std::uint64_t seed_x = 51;
inline constexpr std::uint64_t seed_grad = 52;
inline constexpr std::uint64_t seed_of_a_large_number =
    120;  // whose first float is 0.99: a scale, or a largest magnitude

inline float seeded_x(std::size_t i) { return __bfloat162float(seeded<__nv_bfloat16>(seed_x, i)); }
inline float seeded_grad(std::size_t i) { return __bfloat162float(seeded<__nv_bfloat16>(seed_grad, i)); }

/// Null for no elements.
inline const __nv_bfloat16* quantize_input(Workload& workload, std::size_t count, std::uint64_t seed) {
  if (count == 0) return nullptr;
  const auto buffer = workload.input<__nv_bfloat16>(count, seed);
  workload.reads(buffer.bytes());
  return buffer.data;
}

inline Buffer<std::uint8_t> quantize_output(Workload& workload, std::size_t bytes) {
  const auto buffer = workload.output<std::uint8_t>(bytes);
  workload.writes(bytes);
  return buffer;
}

/// Whether two codes of FP8 are neighbours or the same: activations by approximate instructions may round another way
/// than in double. Codes of one sign are in order; the two zeros are one.
inline bool within_a_code(std::uint8_t expected, std::uint8_t actual) {
  const auto ordinal = [](std::uint8_t code) { return code < 0x80U ? int{code} : 0x80 - int{code}; };
  return std::abs(ordinal(expected) - ordinal(actual)) <= 1;
}

}  // namespace warpmark::bench
