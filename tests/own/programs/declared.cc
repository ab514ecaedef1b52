// A program whose main is ours: it only declares. One call on the host, one kernel, and ordinary benchmarks beside
// them.
#include <benchmark/benchmark.h>
#include <warpmark/benchmark.h>

#include <numeric>
#include <vector>

namespace {

std::vector<int> numbers(1024, 1);
volatile int sum = 0;

void add_up() { sum = std::accumulate(numbers.begin(), numbers.end(), 0); }

const warpmark::Benchmarks of_the_host([](warpmark::Suite& suite) {
  suite.add("sum/plain", {{"elements", 1024}}, [](warpmark::Workload& workload) {
    workload.reads(1024 * sizeof(int));
    workload.host(add_up);
  });
});

const warpmark::Benchmarks of_the_gpu([](warpmark::Suite& suite) {
  suite.add("fill/zero", {{"elements", 1024}}, [](warpmark::Workload& workload) {
    const auto out = workload.output<int>(1024);
    workload.writes(out.bytes());
    workload.launch([=](cudaStream_t stream) { warpmark::fill_seeded(out.data, out.count, 1, stream); });
  });
});

void ordinary(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) add_up();
  state.counters["elements"] = static_cast<double>(state.range(0));
}
BENCHMARK(ordinary)->Arg(1024)->Arg(2048);

void failing(benchmark::State& state) {
  state.SkipWithError("cannot be had");
  for ([[maybe_unused]] auto _ : state) {
  }
}
BENCHMARK(failing);

}  // namespace
