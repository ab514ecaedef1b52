// kernels/copy in NVBench: for docs/your-own-kernels.md, which shows the numbers beside warpmark's.
#include <thrust/device_vector.h>

#include <nvbench/nvbench.cuh>

#include "kernels/copy/copy.h"

namespace {

void copy_aligned(nvbench::state& state) {
  const auto elements = static_cast<std::size_t>(state.get_int64("elements"));
  const thrust::device_vector<float> in(elements);
  thrust::device_vector<float> out(elements);
  state.add_global_memory_reads<float>(elements);
  state.add_global_memory_writes<float>(elements);
  state.exec([&](nvbench::launch& launch) {
    warpmark::copy::aligned(thrust::raw_pointer_cast(out.data()), thrust::raw_pointer_cast(in.data()), elements,
                            launch.get_stream());
  });
}

NVBENCH_BENCH(copy_aligned).add_int64_axis("elements", {1 << 20, 1 << 28});

}  // namespace
