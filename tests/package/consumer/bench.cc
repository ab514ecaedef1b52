// A plain launch, two kernels in a CUDA graph, and a kernel launched through the driver API.
#include <warpmark/benchmark.h>

#include "graph.h"
#include "kernels.h"
#include "loaded_kernel.h"

namespace {

constexpr std::size_t elements = std::size_t{1} << 24;
constexpr std::uint64_t seed = 1;

void plain(warpmark::Workload& workload) {
  const auto out = workload.output<float>(elements);
  const auto in = workload.input<float>(elements, seed);
  workload.reads(in.bytes());
  workload.writes(out.bytes());
  workload.expect(out, [](std::size_t i) { return 2 * warpmark::seeded<float>(seed, i); });
  workload.launch([=](cudaStream_t stream) { consumer::scale(out.data, in.data, 2, elements, stream); });
}

void in_a_graph(warpmark::Workload& workload) {
  const auto doubled = workload.output<float>(elements);
  const auto sum = workload.output<float>(elements);
  const auto in = workload.input<float>(elements, seed);
  workload.reads(in.bytes() + doubled.bytes() + in.bytes());
  workload.writes(doubled.bytes() + sum.bytes());
  workload.expect(sum, [](std::size_t i) {
    const auto x = warpmark::seeded<float>(seed, i);
    return 2 * x + x;
  });
  workload.launch(
      [=](cudaStream_t stream) {
        return consumer::Graph(stream, [=](cudaStream_t recording) {
          consumer::scale(doubled.data, in.data, 2, elements, recording);
          consumer::add(sum.data, doubled.data, in.data, elements, recording);
        });
      },
      [](const consumer::Graph& graph, cudaStream_t stream) { graph.launch(stream); });
}

void through_the_driver(warpmark::Workload& workload) {
  const auto out = workload.output<float>(elements);
  const auto in = workload.input<float>(elements, seed);
  workload.reads(in.bytes());
  workload.writes(out.bytes());
  workload.expect(out, [](std::size_t i) { return warpmark::seeded<float>(seed, i) + 1; });
  workload.launch([](cudaStream_t) { return consumer::LoadedKernel(); },
                  [=](const consumer::LoadedKernel& kernel, cudaStream_t stream) {
                    kernel.launch(out.data, in.data, elements, stream);
                  });
}

const warpmark::Benchmarks benchmarks([](warpmark::Suite& suite) {
  suite.add("consumer/plain", {{"elements", elements}}, plain);
  suite.add("consumer/graph", {{"elements", elements}}, in_a_graph);
  suite.add("consumer/driver", {{"elements", elements}}, through_the_driver);
});

}  // namespace
