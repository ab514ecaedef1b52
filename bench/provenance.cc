#include "kernels/provenance/provenance.h"

#include "bench/suite.h"

namespace warpmark::bench {

namespace {

constexpr std::uint64_t provenance_seed = 4;

template <class Arm>
void add(Suite& suite, const char* arm, std::size_t mib) {
  suite.add("provenance/minimal", {{"MiB", mib}, {"arm", arm}}, [=](Workload& workload) {
    const std::size_t elements = (mib << 20) / sizeof(float);
    const auto out = workload.output<float>(elements);
    const auto in = workload.input<float>(elements, provenance_seed);
    workload.reads(in.bytes());
    workload.writes(out.bytes());
    workload.expect(
        out, [=](std::size_t i) { return seeded<float>(provenance_seed, provenance::minimal_source(i, elements)); });
    workload.launch([=](cudaStream_t stream) { provenance::minimal<Arm>(out.data, in.data, elements, stream); });
  });
}

}  // namespace

/// Two arrays that the L2 holds, where the exchange through shared memory is a good part of the time; and two that it
/// does not, where DRAM hides the exchange.
void register_provenance(Suite& suite) {
  for (const std::size_t mib : {std::size_t{16}, std::size_t{256}}) {
    add<provenance::arm::broken>(suite, "broken", mib);
    add<provenance::arm::fixed>(suite, "fixed", mib);
  }
  suite.pair("provenance", "arm", "broken", "fixed");
}

}  // namespace warpmark::bench
