#include "kernels/canary/canary.h"

#include "bench/suite.h"

namespace warpmark::bench {

namespace {

constexpr std::uint64_t canary_seed = 1;
constexpr unsigned copy_mib = 512;  // a quarter of a millisecond of memory traffic
constexpr std::size_t fma_threads = std::size_t{1} << 20;

void add_copy(Suite& suite) {
  suite.add("canary/copy", {{"MiB", copy_mib}}, [](Workload& workload) {
    const auto out = workload.output<float>((std::size_t{copy_mib} << 20) / sizeof(float));
    const auto in = workload.input<float>(out.count, canary_seed);
    workload.reads(in.bytes());
    workload.writes(out.bytes());
    workload.expect(out, [](std::size_t i) { return seeded<float>(canary_seed, i); });
    workload.launch([=](cudaStream_t stream) {
      canary::copy(reinterpret_cast<float4*>(out.data), reinterpret_cast<const float4*>(in.data), out.bytes() / 16,
                   stream);
    });
  });
}

void add_fma(Suite& suite) {
  suite.add("canary/fma", {{"threads", fma_threads}, {"steps", canary::fma_steps}}, [](Workload& workload) {
    const auto out = workload.output<float>(fma_threads);
    const auto in = workload.input<float>(fma_threads, canary_seed);
    workload.reads(in.bytes());
    workload.writes(out.bytes());
    workload.expect(out, [](std::size_t i) { return canary::fma_element(seeded<float>(canary_seed, i)); });
    workload.launch([=](cudaStream_t stream) { canary::fma(out.data, in.data, out.count, stream); });
  });
}

}  // namespace

void register_canary(Suite& suite) {
  add_copy(suite);
  add_fma(suite);
}

}  // namespace warpmark::bench
