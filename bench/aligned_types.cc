#include "kernels/aligned_types/aligned_types.h"

#include <fmt/format.h>

#include "bench/suite.h"

/// Of all types the only one with padding.
template <>
inline constexpr std::size_t warpmark::element_data_bytes<warpmark::aligned_types::RGB32> =
    sizeof(aligned_types::RGB32::lane);

namespace warpmark::bench {

namespace {

using namespace aligned_types;

constexpr std::uint64_t bytes_seed = 7;

/// How the kernels are launched, and over how much: as the sample does it, or to fill the card. Either size holds whole
/// elements of every type, and leaves a guard behind the arrays.
struct LaunchMode {
  const char* name;
  std::size_t array_bytes;
  unsigned (*blocks)(std::size_t elements);
};
constexpr std::size_t sample_bytes = 49'999'872;
constexpr LaunchMode launch_modes[] = {
    {"sample", sample_bytes, [](std::size_t) { return sample_blocks; }},
    {"full", 22 * sample_bytes, full_blocks},
};

Axes axes(const char* type, const LaunchMode& mode) { return {{"type", type}, {"launch", mode.name}}; }

/// Bytes read and written are those of user data: what padding costs shows as lower bandwidth, and as more than one
/// byte of DRAM traffic a declared byte.
template <class T>
void add(Suite& suite, const char* type) {
  static_assert(sample_bytes % sizeof(T) == 0, "whole elements");
  for (const LaunchMode& mode : launch_modes) {
    suite.add("aligned_types/copy", axes(type, mode), [=](Workload& workload) {
      const auto out = workload.output<T>(mode.array_bytes / sizeof(T));
      const auto in = workload.input<T>(out.count, bytes_seed);
      workload.reads(in.data_bytes());
      workload.writes(out.data_bytes());
      workload.expect(out, [](std::size_t i) { return seeded<T>(bytes_seed, i); });
      workload.launch([=](cudaStream_t stream) { copy(out.data, in.data, out.count, mode.blocks(out.count), stream); });
      if (in.data_bytes() < in.bytes()) {
        workload.label(fmt::format("{} of {} bytes are data", element_data_bytes<T>, sizeof(T)));
      }
    });
  }
}

/// RGB32 as a structure of arrays: no padding, and no access that spans elements.
void add_planes(Suite& suite) {
  for (const LaunchMode& mode : launch_modes) {
    suite.add("aligned_types/copy", axes("RGB32_soa", mode), [=](Workload& workload) {
      const std::size_t elements = mode.array_bytes / sizeof(RGB32::lane);
      const auto out = workload.output<std::uint32_t>(3 * elements);
      const auto in = workload.input<std::uint32_t>(out.count, bytes_seed);
      workload.reads(in.bytes());
      workload.writes(out.bytes());
      workload.expect(out, [](std::size_t i) { return seeded<std::uint32_t>(bytes_seed, i); });
      workload.launch(
          [=](cudaStream_t stream) { copy_planes(out.data, in.data, elements, mode.blocks(elements), stream); });
    });
  }
}

}  // namespace

void register_aligned_types(Suite& suite) {
  add<UInt8>(suite, "uint8");
  add<UInt16>(suite, "uint16");
  add<RGBA8Misaligned>(suite, "RGBA8_misaligned");
  add<LA32Misaligned>(suite, "LA32_misaligned");
  add<RGB32Misaligned>(suite, "RGB32_misaligned");
  add<RGBA32Misaligned>(suite, "RGBA32_misaligned");
  add<RGBA8>(suite, "RGBA8");
  add<I32>(suite, "I32");
  add<LA32>(suite, "LA32");
  add<RGB32>(suite, "RGB32");
  add<RGBA32>(suite, "RGBA32");
  add<RGBA32x2>(suite, "RGBA32_2");
  add<RGBA32x2Aligned32>(suite, "RGBA32_2_a32");
  add_planes(suite);
}

}  // namespace warpmark::bench
