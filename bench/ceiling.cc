#include "kernels/ceiling/ceiling.h"

#include <fmt/format.h>

#include <array>

#include "bench/suite.h"

namespace warpmark::bench {

namespace {

constexpr std::uint64_t first_seed = 41;  // of the first stream; the others follow

struct NamedMix {
  const char* bytes;
  ceiling::Mix mix;
};

/// What casts of two-byte elements move: one input to one output of half a byte to two bytes an element; two inputs,
/// and three, to one or two outputs.
constexpr NamedMix mixes[] = {
    {"2to0.5", {1, 1, 4}}, {"2to1", {1, 2, 4}}, {"2to2", {1, 4, 4}}, {"4to1", {2, 2, 4}},
    {"4to2", {2, 4, 4}},   {"6to2", {3, 4, 2}}, {"6to4", {3, 8, 2}},
};

struct Shape {
  std::size_t rows;
  std::size_t columns;
};

constexpr Shape shapes[] = {{16384, 5120}, {2048, 12288}, {4096, 4096}, {4096, 14336}, {8192, 28672}, {8192, 8192}};

/// The one that is far larger than any L2.
constexpr bool is_largest(const Shape& shape) { return shape.rows == 8192 && shape.columns == 28672; }

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

std::string shape_name(const Shape& shape) { return fmt::format("{}x{}", shape.rows, shape.columns); }

void register_gated(Suite& suite) {
  for (const auto& [bytes, mix] : mixes) {
    for (const Shape& shape : shapes) {
      const Calibrates calibrates = is_largest(shape) ? Calibrates::card : Calibrates::shape;
      suite.add("quantize/ceiling", {{"bytes", bytes}, {"shape", shape_name(shape)}}, calibrates,
                [mix = mix, shape](Workload& workload) { declare(workload, mix, shape.rows * shape.columns); });
    }
  }
}

/// How many packs a thread should load at once, for whoever tunes the gated rows.
void register_sweep(Suite& suite) {
  for (const auto& [bytes, gated] : mixes) {
    for (const unsigned packs : {2U, 4U, 8U}) {
      const ceiling::Mix mix{gated.streams, gated.half_bytes_written, packs};
      if (mix.packs_written() == 0) continue;
      for (const Shape& shape : shapes) {
        suite.add("ceiling_sweep/cast", {{"bytes", bytes}, {"shape", shape_name(shape)}, {"packs", packs}},
                  [=](Workload& workload) { declare(workload, mix, shape.rows * shape.columns); });
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
