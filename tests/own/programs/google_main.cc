// A Google Benchmark program that keeps its main, with rows of ours beside its own.
#include <benchmark/benchmark.h>
#include <warpmark/benchmark.h>

namespace {

volatile int calls = 0;

void ordinary(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) calls = calls + 1;
}
BENCHMARK(ordinary);

void declare(warpmark::Suite& suite) {
  suite.add("count/up", {}, [](warpmark::Workload& workload) { workload.host([] { calls = calls + 1; }); });
  suite.add("fill/zero", {}, [](warpmark::Workload& workload) {
    const auto out = workload.output<int>(1024);
    workload.writes(out.bytes());
    workload.launch([=](cudaStream_t stream) { warpmark::fill_seeded(out.data, out.count, 1, stream); });
  });
  suite.add("fill_sweep/zero", {}, [](warpmark::Workload& workload) { workload.launch([](cudaStream_t) {}); });
}

}  // namespace

int main(int argc, char** argv) {
  warpmark::register_benchmarks(argc, argv, declare);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
