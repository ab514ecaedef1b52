// What is measured. Each benchmark says: its data, the bytes it moves, what must come out, and what to launch.
#include <warpmark/benchmark.h>

#include "scale.h"

namespace {

constexpr std::uint64_t seed = 1;

const warpmark::Benchmarks benchmarks([](warpmark::Suite& suite) {
  for (const std::size_t elements : {1U << 20, 1U << 26}) {
    suite.add("scale/float4", {{"elements", elements}}, [=](warpmark::Workload& workload) {
      const auto out = workload.output<float>(elements);
      const auto in = workload.input<float>(elements, seed);
      workload.reads(in.bytes());
      workload.writes(out.bytes());
      workload.expect(out, [](std::size_t i) { return 2 * warpmark::seeded<float>(seed, i); });
      workload.launch([=](cudaStream_t stream) { scale(out.data, in.data, 2, elements, stream); });
    });
  }
});

}  // namespace
