#include "kernels/copy/copy.h"

#include "bench/suite.h"

namespace warpmark::bench {

namespace {

constexpr std::size_t mi = std::size_t{1} << 20;
constexpr std::uint64_t copy_seed = 1;

void add(Suite& suite, const char* name, copy::Launch launch, std::size_t elements) {
  suite.add(name, {{"elements", elements}}, [=](Workload& workload) {
    const auto out = workload.output<float>(elements);
    const auto in = workload.input<float>(elements, copy_seed);
    workload.reads(in.bytes());
    workload.writes(out.bytes());
    workload.expect(out, [](std::size_t i) { return seeded<float>(copy_seed, i); });
    workload.launch([=](cudaStream_t stream) { launch(out.data, in.data, elements, stream); });
  });
}

}  // namespace

void register_copy(Suite& suite) {
  for (const std::size_t elements : {1 * mi, 16 * mi, 256 * mi}) {
    add(suite, "copy/scalar", copy::scalar, elements);
    add(suite, "copy/unaligned", copy::unaligned, elements);
    add(suite, "copy/aligned", copy::aligned, elements);
  }
}

}  // namespace warpmark::bench
