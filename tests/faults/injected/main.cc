// A benchmark program of kernels of about 2, 10, 100 and 1000 us, each as it is and with 1 to 10 % of extra work. What
// it measures on a card is kept in tests/data/h200/injected, from which tests/evaluation makes gates.
#include <warpmark/benchmark.h>

#include "tests/faults/injected/slowdown.h"

namespace warpmark::injected {
namespace {

constexpr std::uint64_t seed = 1;

std::size_t share_of(std::size_t whole, double percent) {
  return static_cast<std::size_t>(std::lround(static_cast<double>(whole) * percent / 100));
}

void add_copy(Suite& suite, unsigned about_us, std::size_t elements, double percent) {
  suite.add("injected/bytes", {{"us", about_us}, {"percent", percent}}, [=](Workload& workload) {
    const auto out = workload.output<float>(elements);
    const auto in = workload.input<float>(elements, seed);
    workload.reads(in.bytes());
    workload.writes(out.bytes());
    workload.expect(out, [](std::size_t i) { return seeded<float>(seed, i); });
    const std::size_t quads = elements / 4;
    workload.launch([=](cudaStream_t stream) {
      copy(reinterpret_cast<float4*>(out.data), reinterpret_cast<const float4*>(in.data), quads,
           share_of(quads, percent), stream);
    });
  });
}

void add_fma(Suite& suite, unsigned about_us, std::size_t elements, unsigned steps, double percent) {
  suite.add("injected/cycles", {{"us", about_us}, {"percent", percent}}, [=](Workload& workload) {
    const auto out = workload.output<float>(elements);
    const auto in = workload.input<float>(elements, seed);
    workload.reads(in.bytes());
    workload.writes(out.bytes());
    const auto same = [](float expected, float actual) { return expected == actual; };
    workload.expect(
        out, [=](std::size_t i) { return fma_element(seeded<float>(seed, i), steps); }, same, 2);
    const auto extra = static_cast<unsigned>(share_of(steps, percent));
    workload.launch([=](cudaStream_t stream) { fma(out.data, in.data, elements, steps, extra, stream); });
  });
}

void declare(Suite& suite) {
  constexpr std::size_t ki = std::size_t{1} << 10;
  constexpr std::size_t mi = std::size_t{1} << 20;
  for (const double percent : {0.0, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0}) {
    add_copy(suite, 2, 1 * mi, percent);
    add_copy(suite, 10, 5 * mi, percent);
    add_copy(suite, 100, 52 * mi, percent);
    add_copy(suite, 1000, 530 * mi, percent);
    add_fma(suite, 2, 128 * ki, 200, percent);
    add_fma(suite, 10, 256 * ki, 1'100, percent);
    add_fma(suite, 100, 256 * ki, 12'400, percent);
    add_fma(suite, 1000, 256 * ki, 124'000, percent);
  }
}

}  // namespace
}  // namespace warpmark::injected

int main(int argc, char** argv) { return warpmark::benchmark_main(argc, argv, warpmark::injected::declare); }
