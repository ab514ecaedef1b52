#include "kernels/ceiling/ceiling.h"

#include <fmt/format.h>

#include <array>

#include "bench/quantize.h"

namespace warpmark::bench {

namespace {

constexpr std::uint64_t first_seed = 41;  // of the first stream; the others follow

struct NamedMix {
  const char* bytes;
  unsigned streams;
  unsigned half_bytes_written;

  /// With `times` the fewest packs a thread.
  constexpr ceiling::Mix mix(unsigned times) const {
    return {streams, half_bytes_written, times * ceiling::Mix::least_packs(half_bytes_written)};
  }
};

/// What casts of two-byte elements move: one input to one output of half a byte to two bytes an element; two inputs,
/// and three, to one or two outputs.
constexpr NamedMix mixes[] = {{"2to0.5", 1, 1}, {"2to1", 1, 2}, {"2to2", 1, 4}, {"4to1", 2, 2},
                              {"4to2", 2, 4},   {"6to2", 3, 4}, {"6to4", 3, 8}};

/// Far larger than any L2.
constexpr bool is_largest(const QuantizeShape& shape) { return shape.elements() == std::size_t{8192} * 28672; }

std::uint32_t input_word(unsigned stream, std::size_t word) {
  const auto half = [&](std::size_t element) -> std::uint32_t {
    return __bfloat16_as_ushort(seeded<__nv_bfloat16>(first_seed + stream, element));
  };
  return half(2 * word) | half(2 * word + 1) << 16U;
}

std::uint32_t output_word(std::size_t word, const ceiling::Mix& mix) {
  const ceiling::Sources sources = ceiling::sources_of(word / ceiling::pack_words, mix);
  std::uint32_t fold = sources.inverted ? ~0U : 0;
  for (unsigned k = 0; k < sources.count; ++k) {
    const std::size_t pack = sources.first + k * sources.step;
    for (unsigned s = 0; s < mix.streams; ++s) {
      fold ^= input_word(s, pack * ceiling::pack_words + word % ceiling::pack_words);
    }
  }
  return fold;
}

void declare(Workload& workload, const ceiling::Mix& mix, std::size_t elements) {
  const auto out = workload.output<std::uint32_t>(mix.bytes_written(elements) / sizeof(std::uint32_t));
  std::array<const void*, 3> in{};
  for (unsigned s = 0; s < mix.streams; ++s) in[s] = workload.input<__nv_bfloat16>(elements, first_seed + s).data;
  workload.reads(mix.bytes_read(elements));
  workload.writes(out.bytes());
  workload.expect(out, [=](std::size_t word) { return output_word(word, mix); });
  workload.launch([=](cudaStream_t stream) { ceiling::cast(out.data, in, elements, mix, stream); });
}

/// With the fewest packs a thread: as in STREAM, whose copy is 2to2 and whose triad is 4to2, neighbouring blocks then
/// stay close to one another in memory.
void register_gated(Suite& suite) {
  for (const NamedMix& named : mixes) {
    for (const QuantizeShape& shape : quantize_shapes) {
      const Calibrates calibrates = is_largest(shape) ? Calibrates::card : Calibrates::shape;
      suite.add("quantize/ceiling", {{"bytes", named.bytes}, {"shape", shape.name()}}, calibrates,
                [=](Workload& workload) { declare(workload, named.mix(1), shape.elements()); });
    }
  }
}

/// How many packs a thread should load at once, for whoever tunes the gated rows.
void register_sweep(Suite& suite) {
  for (const NamedMix& named : mixes) {
    for (const unsigned times : {1U, 2U, 4U}) {
      const ceiling::Mix mix = named.mix(times);
      for (const QuantizeShape& shape : quantize_shapes) {
        suite.add("ceiling_sweep/cast", {{"bytes", named.bytes}, {"shape", shape.name()}, {"packs", mix.packs}},
                  [=](Workload& workload) { declare(workload, mix, shape.elements()); });
      }
    }
  }
}

}  // namespace

void register_ceiling(Suite& suite) {
  register_gated(suite);
  register_sweep(suite);
}

}  // namespace warpmark::bench
